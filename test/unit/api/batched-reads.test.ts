import type { FaultInput } from "edgecloud-emulator";
import { OriginGroupsEndpoint } from "../../../provider/api/calls/origin-groups";
import { NotFoundError } from "../../../provider/api/failures/errors";
import { withDeadline } from "../../../provider/api/transport/deadline";
import {
  clock,
  details,
  emulator,
  group,
  groupsOf,
  isList,
  kinds,
  numbers,
  ofList,
  onDetail,
  passSeconds,
  requests,
} from "./listed-kinds";
import { clientOf, json, serve } from "./server";

describe.each(Object.entries(kinds))("reads of %s", (_, { list, seed, connect }) => {
  it("are sent one by one as long as there are few", async () => {
    emulator.seed(seed(20));
    const { read } = connect();
    await Promise.all(numbers(7).map(read));
    const sent = requests();
    expect(sent).toHaveLength(7);
    expect(new Set(sent).size).toBe(7);
    expect(sent.filter(isList)).toEqual([]);
  });

  it("take two requests when there are many, and answer the same", async () => {
    emulator.seed(seed(50));
    const { read, get } = connect();
    const found = await Promise.all(numbers(40).map(read));
    expect(requests()).toEqual(expect.arrayContaining([`GET ${list} list`]) as string[]);
    await Promise.all(numbers(40).map(read));
    expect(requests()).toEqual([]);
    expect(found).toEqual(await Promise.all(numbers(40).map(get)));
    expect(details).toEqual([]);
  });

  it("report an object as gone only after reading it individually", async () => {
    emulator.seed(seed(30));
    const { read } = connect();
    const found = await Promise.allSettled(numbers(32).map(read));
    const gone = found.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(gone.map(({ reason }) => reason instanceof NotFoundError)).toEqual([true, true]);
    expect(requests()).toHaveLength(1 + 1 + 2);
  });

  it("continue one by one if the list is wrongly empty", async () => {
    emulator.seed(seed(20));
    emulator.addFault({ path: list, query: { limit: "1000" }, answer: { status: 200, body: [] } });
    const { read, get } = connect();
    expect(await Promise.all(numbers(20).map(read))).toEqual(await Promise.all(numbers(20).map(get)));
  });
});

describe("a burst of reads", () => {
  it("counts those of the last seconds, too", async () => {
    const { endpoint } = groupsOf(50);
    for (const id of numbers(50)) {
      await endpoint.read(String(id));
    }
    const sent = requests();
    expect(sent.slice(0, 7).filter(isList)).toEqual([]);
    expect(sent.filter(isList)).toHaveLength(1);
    expect(sent).toHaveLength(7 + 2);
  });

  it("waits for a list that is under way", async () => {
    const { readAll } = groupsOf(100);
    emulator.addFault({ ...ofList, delayMs: 300 });
    const first = readAll(numbers(8));
    await emulator.waitForRequest({ path: "/cdn/origin_groups" });
    await Promise.all([first, readAll(numbers(92, 9))]);
    expect(requests()).toHaveLength(2);
  });

  it("is answered from a list for a few seconds, and then from the next one", async () => {
    const { readAll } = groupsOf(20);
    await readAll();
    requests();
    passSeconds(4);
    await readAll();
    expect(requests()).toEqual([]);
    passSeconds(1.1);
    await readAll();
    expect(requests()).toEqual(["GET /cdn/origin_groups list"]);
  });

  it("is read one by one by an operation that has little time left", async () => {
    const { readAll } = groupsOf(10);
    await withDeadline(9, () => readAll());
    expect(requests().filter(isList)).toEqual([]);
  });
});

describe("a list that says something else than the single answer", () => {
  it.each<[string, object]>([
    ["cuts a list", { sources: [{ source: "a.example.com" }] }],
    ["cuts a text", { name: "group-" }],
    ["masks a value", { proxy_next_upstream: ["***"] }],
  ])("is not used, if it %s", async (_, change) => {
    const { endpoint, readAll } = groupsOf(20);
    const twoSources = { sources: [{ source: "a.example.com" }, { source: "b.example.com" }] };
    emulator.replaceState({ originGroups: numbers(20).map((id) => ({ ...group(id), ...twoSources })) });
    const answers = await Promise.all(numbers(20).map((id) => endpoint.get(String(id))));
    const results = answers.map((answer) => ({ ...answer, ...change }));
    emulator.addFault({ ...ofList, answer: { status: 200, body: { count: 20, results } } });
    expect(await readAll()).toEqual(answers);
    expect(details).toHaveLength(1);
  });
});

describe("a list without a field of the single answer", () => {
  const strip = (ids: number[]) => ids.map((id) => ({ id, name: `group-${id}`, use_next: false }));

  it("is not used for the rest of the process, which verbose logs say once", async () => {
    const { endpoint, readAll } = groupsOf(20);
    emulator.addFault({ ...ofList, answer: { status: 200, body: strip(numbers(20)) } });
    const found = await readAll();
    expect(found).toEqual(await Promise.all(numbers(20).map((id) => endpoint.get(String(id)))));
    requests();
    for (let round = 0; round < 3; round++) {
      passSeconds(600);
      await readAll();
      expect(requests().filter(isList)).toEqual([]);
    }
    expect(details).toEqual([
      "the list of origin groups differs from a single answer in proxy_next_upstream, so each of them is read individually",
    ]);
  });

  it("is compared with another object if the first one is gone", async () => {
    const { endpoint, readAll } = groupsOf(20);
    const body = { count: 21, results: [...strip([999]), ...strip(numbers(20))] };
    emulator.addFault({ ...ofList, answer: { status: 200, body } });
    const ids = [999, ...numbers(20)];
    const found = await Promise.allSettled(ids.map((id) => endpoint.read(String(id))));
    expect(found.map(({ status }) => status)).toEqual(["rejected", ...Array<string>(20).fill("fulfilled")]);
    expect(await readAll()).toEqual(await Promise.all(numbers(20).map((id) => endpoint.get(String(id)))));
    expect(details).toHaveLength(1);
  });
});

describe("a list without a field that only some objects have", () => {
  it("is not trusted where the field is known, and not used from then on", async () => {
    const { endpoint, readAll } = groupsOf(20);
    const withPath = { ...group(15), path: "/deep" };
    emulator.replaceState({ originGroups: [...numbers(14).map(group), withPath, ...numbers(5, 16).map(group)] });
    const answers = await Promise.all(numbers(20).map((id) => endpoint.get(String(id))));
    const body = answers.map((answer) => ({ ...answer, path: "" }));
    emulator.addFault({ ...ofList, answer: { status: 200, body } });
    const known = (id: number) => (listed: { path?: string | null }) => id !== 15 || listed.path === "/deep";
    requests();
    const found = await Promise.all(numbers(20).map((id) => endpoint.read(String(id), known(id))));
    expect(found).toEqual(answers);
    // The list, one group to compare, and the one with a path.
    expect(requests()).toHaveLength(3);
    await readAll();
    expect(requests()).toHaveLength(20);
    expect(details).toEqual([
      "the list of origin groups differs from a single answer in path, so each of them is read individually",
    ]);
  });

  it("is believed again about others if the field is really gone", async () => {
    const { endpoint, readAll } = groupsOf(20);
    await readAll();
    passSeconds(6);
    requests();
    await Promise.all(numbers(20).map((id) => endpoint.read(String(id), () => id !== 15)));
    expect(requests().sort()).toEqual(["GET /cdn/origin_groups list", "GET /cdn/origin_groups/15"]);
    expect(details).toEqual([]);
  });
});

describe("a long list", () => {
  it("is not read for a stack of 10 groups on an account of 1,200", async () => {
    const { readAll } = groupsOf(1_200);
    await readAll(numbers(10, 1_050));
    const sent = requests();
    expect(sent.filter(isList)).toHaveLength(1);
    expect(sent).toHaveLength(11);
  });

  it("is read to its end if it has at most 20 entries for each read", async () => {
    const { readAll } = groupsOf(1_100);
    await readAll(numbers(60, 1_000));
    expect(requests()).toHaveLength(2 + 1);
  });

  /** A platform with 400 groups that puts 20 on a page, with or without a count. */
  async function shortPages(hasCount: boolean) {
    const time = { ms: 0 };
    const { url, received } = await serve((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      const [, id] = /(\d+)$/.exec(pathname) ?? [];
      const offset = Number(searchParams.get("offset"));
      const results = numbers(20, offset + 1).map(group);
      json(200, id ? group(Number(id)) : hasCount ? { count: 400, results } : results)(response);
    });
    const endpoint = new OriginGroupsEndpoint(clientOf(url), onDetail, { ...clock, now: () => time.ms });
    const count = async (ids: number[]) => {
      const before = received.length;
      await Promise.all(ids.map((id) => endpoint.read(String(id))));
      return received.length - before;
    };
    return { count, time };
  }

  it("is tried again a few seconds later, when there may be more reads", async () => {
    const { count, time } = await shortPages(true);
    expect(await count(numbers(10, 300))).toBe(1 + 10);
    expect(await count(numbers(10, 320))).toBe(10);
    time.ms = 5_000;
    // All pages, and one group to compare.
    expect(await count(numbers(10, 340))).toBe(20 + 1);
    expect(await count(numbers(200, 200))).toBe(0);
  });

  it("counts as very long if its length is not known", async () => {
    const { count } = await shortPages(false);
    expect(await count(numbers(20, 300))).toBe(1 + 20);
    expect(await count(numbers(10))).toBe(1);
    expect(await count(numbers(10, 11))).toBe(0);
  });
});

describe("a list that is of no use", () => {
  it.each<[string, Partial<FaultInput>, string]>([
    ["fails", { answer: { status: 500 } }, "could not be read"],
    ["is refused", { answer: { status: 403, body: { message: "No lists for you." } } }, "No lists for you."],
    ["is not there", { answer: { status: 405 } }, "could not be read"],
    ["is something else", { answer: { status: 200, body: { items: [] } } }, "cannot be understood"],
    ["has a malformed entry", { answer: { status: 200, body: [group(1), { id: "x" }] } }, "cannot be understood"],
    ["breaks off", { broken: "truncated" }, "could not be read"],
    ["never answers", { delayMs: 600_000 }, "within the 5 seconds that a list may take"],
  ])("means single reads, and is not tried again for a while: it %s", async (_, effect, reason) => {
    const { endpoint, readAll } = groupsOf(20, { requestTimeoutSeconds: 600 });
    emulator.addFault({ ...ofList, ...effect });
    const found = await readAll();
    expect(found).toEqual(await Promise.all(numbers(20).map((id) => endpoint.get(String(id)))));
    expect(requests().filter(isList)).toHaveLength(1);
    expect(details).toEqual([expect.stringContaining(reason)]);
    passSeconds(30);
    await readAll();
    expect(requests().filter(isList)).toHaveLength(0);
    emulator.clearFaults();
    passSeconds(60);
    await readAll();
    expect(requests().filter(isList)).toHaveLength(1);
  });

  it("means single reads if it ignores the offset", async () => {
    emulator.seed({ cdn: { ignoresOffset: true } });
    const { readAll } = groupsOf(1_100);
    const ids = numbers(60, 1_041);
    expect((await readAll(ids)).map(({ id }) => id)).toEqual(ids);
    const sent = requests();
    expect(sent.filter(isList)).toHaveLength(2);
    expect(sent).toHaveLength(2 + 60);
  });
});
