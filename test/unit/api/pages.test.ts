import { z } from "zod";
import { connect } from "../../../provider/api/connection";
import { readAllPages, definePage, skipUnreadable } from "../../../provider/api/calls/pages";
import { loadConfig } from "../../../provider/config/config";
import { apiKey, json, serve } from "./server";

const group = (id: number, name = `group-${id}`) => ({ id, name, use_next: true, sources: [] });
const many = Array.from({ length: 2_500 }, (_, index) => group(index + 1));

/** A platform whose pages are made by `served`. */
async function listing(served: (offset: number, limit: number) => unknown) {
  const server = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    json(200, served(Number(searchParams.get("offset")), Number(searchParams.get("limit"))))(response);
  });
  const settings: Record<string, string> = { "edgecloud:apiKey": apiKey, "edgecloud:baseUrl": server.url };
  const { originGroups } = connect(loadConfig((key) => settings[key], {}));
  return { originGroups, received: server.received };
}

const slice = (offset: number, limit: number, size = limit) => many.slice(offset, offset + Math.min(size, limit));

describe("the lookup of a group by its name", () => {
  it.each<[string, (offset: number, limit: number) => unknown]>([
    ["bare", slice],
    ["bare, of short pages", (offset, limit) => slice(offset, limit, 100)],
    ["results alone", (offset, limit) => ({ results: slice(offset, limit) })],
    ["count and results", (offset, limit) => ({ count: 2_500, results: slice(offset, limit) })],
    [
      "count, next, previous and results",
      (offset, limit) => ({
        count: 2_500,
        next: offset + limit < 2_500 ? "http://localhost/?offset=1000" : null,
        previous: null,
        results: slice(offset, limit),
      }),
    ],
  ])("reads a list of any form: %s", async (_, served) => {
    const { originGroups } = await listing(served);
    expect(await originGroups.findByName("group-2400")).toMatchObject({ id: 2_400 });
    expect(await originGroups.findByName("group-2501")).toBeUndefined();
  });

  it("sends the name as a filter", async () => {
    const { originGroups, received } = await listing(() => []);
    expect(await originGroups.findByName("a b")).toBeUndefined();
    expect(received.map(({ url }) => url)).toEqual(["/cdn/origin_groups?name=a+b&limit=1000&offset=0"]);
  });
});

describe("reading a list ends", () => {
  it.each<[string, (offset: number) => unknown, number]>([
    ["that ignores the offset", () => many.slice(0, 1000), 2],
    ["that ignores the offset and has a count", () => ({ count: 2_500, results: many.slice(0, 1000) }), 2],
    ["that repeats itself", (offset) => (offset % 2_000 ? many.slice(1000, 2000) : many.slice(0, 1000)), 3],
    ["that repeats the same group on a page", () => Array.from({ length: 1000 }, () => group(1)), 2],
    ["that always names a next page", () => ({ next: "http://localhost/", results: [group(1)] }), 2],
    ["that names no next page", () => ({ count: 2_500, next: null, results: [group(1)] }), 1],
    ["that has as many items as its count", () => ({ count: 1, results: [group(1)] }), 1],
    ["that is empty despite its count", () => ({ count: 5, results: [] }), 1],
  ])("with one %s", async (_, served, requests) => {
    const { originGroups, received } = await listing((offset) => served(offset));
    expect(await originGroups.findByName("no such group")).toBeUndefined();
    expect(received).toHaveLength(requests);
  });

  it("when the item is found", async () => {
    const { originGroups, received } = await listing(slice);
    expect(await originGroups.findByName("group-7")).toMatchObject({ id: 7 });
    expect(received).toHaveLength(1);
  });
});

test("a list that never ends is an error after a thousand pages", async () => {
  let pages = 0;
  const read = ({ offset }: { offset: number }) => Promise.resolve({ entries: [offset], next: ++pages });
  const readAll = async () => {
    for await (const item of readAllPages<number>(read, (number) => number)) {
      expect(item).toBeLessThan(1_000);
    }
  };
  await expect(readAll()).rejects.toThrow("the list does not end: it has more than 1000 pages");
  expect(pages).toBe(1_000);
});

test("each item is returned once, by its key", async () => {
  const pages = [[1, 2], [2, 3], [3]];
  const found: number[] = [];
  const read = ({ offset }: { offset: number }) => Promise.resolve({ entries: pages[offset / 2] ?? [] });
  for await (const item of readAllPages<number>(read, (number) => number)) {
    found.push(item);
  }
  expect(found).toEqual([1, 2, 3]);
});

test("entries that cannot be read keep their place", () => {
  const page = definePage(skipUnreadable(z.int()));
  expect(page.parse([1, null, "x", 2])).toEqual({ entries: [1, undefined, undefined, 2] });
  expect(page.parse({ results: [null], count: "many" })).toMatchObject({ entries: [undefined], count: undefined });
  expect(
    [["x"], ["x", null], { results: ["x"] }, {}, "text", null].map((body) => page.safeParse(body).success),
  ).toEqual([false, false, false, false, false, false]);
});
