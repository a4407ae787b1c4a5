import type { FaultInput } from "../../emulator/src/index";
import { call, groupsPath, refusal, start, startWith, statusesOf } from "./client";

/** A request that every fault below is tried on. */
const sources = [{ source: "a.example.com", backup: false }, { source: "b.example.com" }];
const body = { name: "assets", use_next: true, sources, auth: null };
const path = `${groupsPath}?name=assets&tag=a&tag=b&limit=1`;
const headers = { "X-Request-Id": "7f3a" };

const statusWith = async (which: Partial<FaultInput>, sent: unknown = body) => {
  const emulator = await startWith({ path: groupsPath, answer: { status: 503 }, ...which });
  return (await call(emulator, "POST", path, sent, { headers })).status;
};

describe("a fault matches requests with", () => {
  it.each<[string, Partial<FaultInput>]>([
    ["a value of the query", { query: { name: "assets" } }],
    ["a header, whatever its case", { headers: { "x-REQUEST-id": "7f3a" } }],
    ["the key", { headers: { authorization: "apikey demo-key" } }],
    ["a field of the body", { body: { name: "assets" } }],
    ["fields of objects in a list", { body: { sources: [{ source: "a.example.com" }, {}] } }],
    ["all of them", { query: { limit: "1" }, headers: { "x-request-id": "7f3a" }, body: { name: "assets" } }],
  ])("%s", async (_what, which) => {
    expect(await statusWith(which)).toBe(503);
  });
});

describe("a fault does not match requests with", () => {
  it.each<[string, Partial<FaultInput>]>([
    ["another value of the query", { query: { name: "asset" } }],
    ["another value of a header", { headers: { "x-request-id": "7F3A" } }],
    ["another value in the body", { body: { name: "Assets" } }],
    ["a field that every object has, but not the body", { body: { constructor: {} } }],
    ["fewer entries in a list", { body: { sources: [{ source: "a.example.com" }, {}, {}] } }],
    ["only some of what it names", { query: { name: "assets" }, body: { name: "other" } }],
  ])("%s", async (_what, which) => {
    expect(await statusWith(which)).toBe(201);
  });

  it.each([
    ["no body", ""],
    ["a body that is not JSON", "{"],
    ["a body that is a list", [body]],
  ])("%s if it names fields of the body", async (_what, sent) => {
    expect(await statusWith({ body: {} }, sent)).toBe(400);
  });
});

it("a fault does not count requests that it does not match", async () => {
  const emulator = await startWith({ path: groupsPath, query: { name: "b" }, skip: 1, answer: { status: 503 } });
  const calls = ["a", "b", "a", "b", "b"].map((name) => ["GET", `${groupsPath}?name=${name}`] as const);
  expect(await statusesOf(emulator, calls)).toEqual([200, 200, 200, 503, 200]);
});

it.each<[unknown, RegExp]>([
  [{ query: { limit: 1 } }, /query\.limit/],
  [{ headers: ["x"] }, /headers/],
])("a fault with an invalid condition is refused: %j", async (which, expected) => {
  const emulator = await start();
  const fault = { path: groupsPath, reset: "before", ...(which as object) };
  expect(await call(emulator, "POST", "/__emulator/faults", fault)).toMatchObject(refusal(expected));
});
