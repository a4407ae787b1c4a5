import type { FaultInput } from "edgecloud-emulator";
import { NotFoundError } from "../../../provider/api/failures/errors";
import { emulator, groupsOf, isList, kinds, numbers, ofList, passSeconds, requests } from "./listed-kinds";

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

  it("take one request when there are many, and answer the same", async () => {
    emulator.seed(seed(50));
    const { read, get } = connect();
    const found = await Promise.all(numbers(40).map(read));
    expect(requests()).toEqual([`GET ${list} list`]);
    expect(found).toEqual(await Promise.all(numbers(40).map(get)));
  });

  it("report an object as gone only after reading it individually", async () => {
    emulator.seed(seed(30));
    const { read } = connect();
    const found = await Promise.allSettled(numbers(32).map(read));
    const gone = found.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(gone.map(({ reason }) => reason instanceof NotFoundError)).toEqual([true, true]);
    expect(requests()).toHaveLength(1 + 2);
  });

  it("continue one by one if the list is wrongly empty", async () => {
    emulator.seed(seed(20));
    emulator.addFault({ path: list, query: { limit: "1000" }, answer: { status: 200, body: [] } });
    const { read, get } = connect();
    expect(await Promise.all(numbers(20).map(read))).toEqual(await Promise.all(numbers(20).map(get)));
  });
});

describe("a list", () => {
  it("is read from the eighth read on, whenever that is", async () => {
    const { readAll } = groupsOf(50);
    for (const id of numbers(50)) {
      await readAll([id]);
    }
    const sent = requests();
    expect(sent.slice(0, 7).filter(isList)).toEqual([]);
    expect(sent.filter(isList)).toHaveLength(1);
    expect(sent).toHaveLength(7 + 1);
  });

  it("answers further reads while it is under way", async () => {
    const { readAll } = groupsOf(100);
    emulator.addFault({ ...ofList, delayMs: 300 });
    const first = readAll(numbers(8));
    await emulator.waitForRequest({ path: "/cdn/origin_groups" });
    await Promise.all([first, readAll(numbers(92, 9))]);
    expect(requests()).toHaveLength(1);
  });

  it("answers for a few seconds, and then the next one does", async () => {
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

  it("does not answer for an object that it has in another way than the state", async () => {
    const { endpoint } = groupsOf(20);
    const answers = await Promise.all(numbers(20).map((id) => endpoint.get(String(id))));
    const body = { count: 20, results: answers.map((answer) => ({ ...answer, path: "" })) };
    emulator.addFault({ ...ofList, answer: { status: 200, body } });
    requests();
    const found = await Promise.all(numbers(20).map((id) => endpoint.read(String(id), () => id !== 15)));
    expect(found[14]).toEqual(answers[14]);
    expect(requests().sort()).toEqual(["GET /cdn/origin_groups list", "GET /cdn/origin_groups/15"]);
  });

  it("is read to its end", async () => {
    const { readAll } = groupsOf(1_200);
    await readAll(numbers(10, 1_050));
    expect(requests()).toHaveLength(2);
  });

  it.each<[string, Partial<FaultInput>]>([
    ["fails", { answer: { status: 500 } }],
    ["is refused", { answer: { status: 403, body: { message: "No lists for you." } } }],
    ["is not there", { answer: { status: 405 } }],
    ["is something else", { answer: { status: 200, body: { items: [] } } }],
    ["breaks off", { broken: "truncated" }],
    ["never answers", { delayMs: 600_000 }],
  ])("means single reads, and is not tried again: it %s", async (_, effect) => {
    const { endpoint, readAll } = groupsOf(20, { requestTimeoutSeconds: 600 });
    emulator.addFault({ ...ofList, ...effect });
    const found = await readAll();
    expect(found).toEqual(await Promise.all(numbers(20).map((id) => endpoint.get(String(id)))));
    expect(requests().filter(isList)).toHaveLength(1);
    emulator.clearFaults();
    passSeconds(600);
    await readAll();
    expect(requests().filter(isList)).toHaveLength(0);
  });

  it("means single reads for what it does not have if it ignores the offset", async () => {
    emulator.seed({ cdn: { ignoresOffset: true } });
    const { readAll } = groupsOf(1_100);
    const ids = numbers(60, 1_041);
    expect((await readAll(ids)).map(({ id }) => id)).toEqual(ids);
    const sent = requests();
    expect(sent.filter(isList)).toHaveLength(2);
    expect(sent).toHaveLength(2 + 60);
  });
});
