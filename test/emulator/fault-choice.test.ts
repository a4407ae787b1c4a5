import type { FaultInput, SeenRequest } from "../../emulator/src/index";
import { call, groupsPath, newGroup, refusal, start, startWith, statusesOf } from "./client";

const answer = { status: 503 };
const statusOf = async (fault: FaultInput, path: string) => {
  const emulator = await startWith(fault);
  return (await call(emulator, "GET", path)).status;
};

describe("a path with many stars", () => {
  const long = `/cdn/${"a".repeat(2000)}`;

  // With backtracking for each star, the first two would practically never end.
  it.each([
    [`/${"*".repeat(10)}z`, long, 404],
    [`/${"a*".repeat(1000)}z`, long, 404],
    ["/*dn/*/b*d", "/cdn/a/bcd", 503],
    ["/cdn/*a*a", "/cdn/a", 404],
    ["/cdn/*ab*ab", "/cdn/abab", 503],
  ])("is matched from left to right: %s", async (path, url, expected) => {
    expect(await statusOf({ path, answer }, url)).toBe(expected);
  });

  it.each([
    ["without a slash at its beginning", "*"],
    ["if it is longer than any path that a server accepts", `/${"a".repeat(20_000)}`],
  ])("is refused %s", async (_what, path) => {
    const emulator = await start();
    expect(() => emulator.addFault({ path, answer })).toThrow(/path/);
  });
});

describe("an encoded path", () => {
  it.each(["/cdn/origin%5Fgroups", "/%63dn/origin_groups", "/cdn/origin_groups#part", "/cdn/origin_groups?a=%zz"])(
    "meets the fault of the route that it reaches: %s",
    async (path) => expect(await statusOf({ path: groupsPath, answer }, path)).toBe(503),
  );

  it("reaches its product, and is logged as the router reads it", async () => {
    const emulator = await start();
    expect((await call(emulator, "GET", "/%63dn/origin%5Fgroups")).status).toBe(200);
    expect(emulator.requests()).toMatchObject([{ path: groupsPath, status: 200 }]);
  });
});

describe("a condition in code", () => {
  it("sees the request and decides whether the fault applies", async () => {
    const emulator = await start();
    const seen: SeenRequest[] = [];
    const when = (request: SeenRequest) => seen.push(request) === 2;
    const { when: added } = emulator.addFault({ method: "POST", path: "/cdn/*", when, answer });
    expect([added, emulator.faults()[0]?.when]).toEqual([when, when]);
    const calls = ["a", "b", "c"].map((name) => ["POST", groupsPath, newGroup(name)] as const);
    expect(await statusesOf(emulator, calls)).toEqual([201, 503, 201]);
    expect([seen.length, seen[0]]).toMatchObject([2, { method: "POST", path: groupsPath, body: { name: "a" } }]);
  });

  it("is refused over HTTP", async () => {
    const body = { path: groupsPath, when: "true", answer };
    const refused = await call(await start(), "POST", "/__emulator/faults", body);
    expect(refused).toMatchObject(refusal(/when: takes a function/));
  });
});

describe("faults", () => {
  it("are removed one by one", async () => {
    const emulator = await start();
    const first = emulator.addFault({ path: "/cdn/*", answer });
    const second = emulator.addFault({ path: "/cdn/*", answer });
    expect([emulator.removeFault(first.id), emulator.removeFault(first.id)]).toEqual([true, false]);
    expect(emulator.faults()).toMatchObject([{ id: second.id }]);
    expect((await call(emulator, "DELETE", `/__emulator/faults/${second.id}`)).status).toBe(204);
    const gone = await call(emulator, "DELETE", `/__emulator/faults/${second.id}`);
    expect(gone).toMatchObject({ status: 404, body: { message: `There is no fault ${second.id}.` } });
    expect((await call(emulator, "GET", groupsPath)).status).toBe(200);
  });

  it("report how many requests they matched, and which faults matched none", async () => {
    const emulator = await startWith({ path: groupsPath, skip: 1, times: 2, answer });
    const { id } = emulator.addFault({ path: "/cdn/origin_group", answer });
    expect(await statusesOf(emulator, Array(4).fill(["GET", groupsPath]))).toEqual([200, 503, 503, 200]);
    expect(emulator.faults()).toMatchObject([{ matched: 3 }, { matched: 0 }]);
    expect(emulator.unmatchedFaults()).toMatchObject([{ id }]);
    expect((await call(emulator, "GET", "/__emulator/faults?unmatched=true")).body).toMatchObject([{ id }]);
  });

  it.each<Record<string, string>>([{ "a b": "c" }, { a: "b\r\nc: d" }])(
    "refuse a header that cannot be sent: %j",
    async (headers) => {
      const emulator = await start();
      expect(() => emulator.addFault({ path: groupsPath, answer: { ...answer, headers } })).toThrow(/answer\.headers/);
    },
  );
});
