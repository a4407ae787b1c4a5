import { z } from "zod";
import fc from "fast-check";
import { FunctionsEndpoint } from "../../../provider/api/calls/functions";
import { LookupCalls } from "../../../provider/api/calls/lookups";
import { OriginGroupsEndpoint } from "../../../provider/api/calls/origin-groups";
import { SnapshotsEndpoint } from "../../../provider/api/calls/snapshots";
import { OutcomeUnknownError, UnexpectedAnswerError } from "../../../provider/api/failures/errors";
import type { Client } from "../../../provider/api/transport/client";
import { answeredImage } from "../data/images";
import { answeredStream } from "../data/streams";
import { clientOf, failure, json, serve, apiKey } from "./server";
import { connect } from "../../../provider/api/connection";
import { definePage, skipUnreadable } from "../../../provider/api/calls/pages";
import { loadConfig } from "../../../provider/config/config";
import { formatPath } from "../../../provider/api/calls/path";
import { tries } from "../../tries";
import { findUnequalField } from "../../../provider/values/json";

const [asked, otherId] = ["0d5c7b0e-93e5-4b5a-a2f1-5f3c1c2d7b10", "7d793037-a076-4868-aea6-2f3c1c2d7b10"];
const cloudScope = { projectId: 12, regionId: 7 };
const ref = { ...cloudScope, snapshotId: asked };
const sources = [{ source: "a.example.com" }];
const groupOf = (id: unknown, more: object = {}) => ({ id, name: "assets", sources, ...more });
const snapshotOf = (id: string) => ({ id, name: "backup", status: "available", tags: [] });

type Call = (client: Client) => Promise<unknown>;

const createGroup: Call = (client) => new OriginGroupsEndpoint(client).create({ name: "assets" });
const readGroup: Call = (client) => new OriginGroupsEndpoint(client).get("1001");
const replaceGroup: Call = (client) => new OriginGroupsEndpoint(client).replace("1001", {});
const readSnapshot: Call = (client) => new SnapshotsEndpoint(client).get(ref);
const patchSnapshot: Call = (client) => new SnapshotsEndpoint(client).patch(ref, {});
const readFunction: Call = (client) =>
  new FunctionsEndpoint(client).get({ ...cloudScope, namespace: "images", name: "resize" });
const readImage: Call = (client) => new LookupCalls(client).getImage(cloudScope, "image-1", {});
const readStream: Call = (client) => new LookupCalls(client).getLiveStream(7);

/** A client of a platform that gives that answer to everything, as a bad cache does. */
async function answering(answer: object) {
  const { url } = await serve((_, response) => json(200, JSON.stringify(answer))(response));
  return clientOf(url);
}

describe("a refusal that repeats what was sent shows no secret of it", () => {
  const secret = "secret-7d793037";
  const body = { name: "assets", sources: [{ config: { s3_access_key_id: secret, s3_secret_access_key: secret } }] };
  const legacy = { name: "assets", auth: { s3_access_key_id: secret, s3_secret_access_key: secret } };
  const functionRef = { ...cloudScope, namespace: "images", name: "resize" };

  it.each<[string, Call]>([
    ["creation of a group", (client) => new OriginGroupsEndpoint(client).create(body)],
    ["change of a group", (client) => new OriginGroupsEndpoint(client).replace("1001", body)],
    ["change of a group in the deprecated form", (client) => new OriginGroupsEndpoint(client).replace("1001", legacy)],
    ...(["create", "patch"] as const).flatMap((call): [string, Call][] => [
      [`${call} : variables`, (client) => new FunctionsEndpoint(client)[call](functionRef, { envs: { A: secret } })],
      [`${call}: dependencies`, (client) => new FunctionsEndpoint(client)[call](functionRef, { dependencies: secret })],
    ]),
  ])("%s", async (_, call) => {
    const { url } = await serve((_, response) => json(400, { errors: { name: [`no ${secret}`] } })(response));
    expect((await failure(call(clientOf(url)))).message).toBe("name: no [secret] (400)");
  });
});

it.each<[string, Call, object, typeof UnexpectedAnswerError, string, unknown]>([
  ["read of a group", readGroup, groupOf(4711), UnexpectedAnswerError, "id", 4711],
  ["change of a group", replaceGroup, groupOf(4711), OutcomeUnknownError, "id", 4711],
  ["creation of a group", createGroup, groupOf(4711, { name: "b" }), OutcomeUnknownError, "name", "b"],
  ["read of a snapshot", readSnapshot, snapshotOf(otherId), UnexpectedAnswerError, "id", otherId],
  ["change of a snapshot", patchSnapshot, snapshotOf(otherId), OutcomeUnknownError, "id", otherId],
  ["read of a function", readFunction, { name: "crop", envs: {} }, UnexpectedAnswerError, "name", "crop"],
  ["read of an image", readImage, answeredImage({ id: "image-2" }), UnexpectedAnswerError, "id", "image-2"],
  ["read of a stream", readStream, { ...answeredStream, id: 8 }, UnexpectedAnswerError, "id", 8],
])("a %s is refused that is answered with another one", async (_, call, answer, expected, key, value) => {
  const error = await failure(call(await answering(answer)));
  expect(error).toBeInstanceOf(expected);
  const reason = `${key}: is ${JSON.stringify(String(value))}, not the requested one`;
  expect(error.message).toContain(`cannot be understood: ${reason}`);
});

it.each<[string, object]>([
  ["no ID", groupOf(undefined)],
  ["the ID 0", groupOf(0)],
  ["a negative ID", groupOf(-1)],
  ["a part of an ID", groupOf(1.5)],
  ["neither sources nor auth", groupOf(1001, { sources: undefined })],
  ["no entry in sources", groupOf(1001, { sources: [] })],
  ["null for both", groupOf(1001, { sources: null, auth: null })],
])("an answer about a group is refused with %s", async (_, answer) => {
  expect(await failure(readGroup(await answering(answer)))).toBeInstanceOf(UnexpectedAnswerError);
  for (const change of [createGroup, replaceGroup]) {
    expect(await failure(change(await answering(answer)))).toBeInstanceOf(OutcomeUnknownError);
  }
});

it.each<[string, Call, object]>([
  ["a group", readGroup, groupOf(1001)],
  ["a new group whose name the platform writes in another way", createGroup, { ...groupOf(1001), name: "Assets " }],
  ["a snapshot whose UUID has capitals", readSnapshot, snapshotOf(asked.toUpperCase())],
])("%s with the requested ID is accepted", async (_, call, answer) => {
  expect(await call(await answering(answer))).toEqual(answer);
});

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
    ["bare, of short pages", (offset, limit) => slice(offset, limit, 500)],
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
    ["whose pages overlap", (offset) => many.slice(offset / 2, offset / 2 + 1000), 5],
    ["that always names a next page", () => ({ next: "http://localhost/", results: [group(1)] }), 2],
    ["that names no next page", () => ({ count: 2_500, next: null, results: [group(1)] }), 1],
    ["that has as many items as its count", () => ({ count: 1, results: [group(1)] }), 1],
    ["that is empty despite its count", () => ({ count: 5, results: [] }), 1],
  ])("with one %s", async (_, served, requests) => {
    const { originGroups, received } = await listing((offset) => served(offset));
    expect(await originGroups.findByName("no such group")).toBeUndefined();
    expect(received).toHaveLength(requests);
  });
});

test("entries that cannot be read keep their place", () => {
  const page = definePage(skipUnreadable(z.int()));
  expect(page.parse([1, null, "x", 2])).toEqual({ entries: [1, undefined, undefined, 2] });
  expect(page.parse({ results: [null, 1], count: "many" })).toMatchObject({
    entries: [undefined, 1],
    count: undefined,
  });
  expect(
    [["x"], ["x", null], { results: ["x"] }, {}, "text", null].map((body) => page.safeParse(body).success),
  ).toEqual([false, false, false, false, false, false]);
});

describe("a path", () => {
  it.each([
    ["x", "/a/x/b"],
    ["a b+c?d#e&f=g;h", "/a/a%20b%2Bc%3Fd%23e%26f%3Dg%3Bh/b"],
    ["é😀", "/a/%C3%A9%F0%9F%98%80/b"],
    ["%2e%2e", "/a/%252e%252e/b"],
    ["...", "/a/.../b"],
    ["..x", "/a/..x/b"],
    ["__proto__", "/a/__proto__/b"],
    [12, "/a/12/b"],
  ])("encodes %j as one segment", (value, expected) => {
    expect(formatPath`/a/${value}/b`).toBe(expected);
  });

  it.each([...["", " \t", ".", "..", "a/b", "..\\x", "a\r\nb", "\0", "\ud800", 1e21, NaN, 1.5]])(
    "rejects %j",
    (value) => {
      expect(() => formatPath`/a/${value}`).toThrow(
        `${JSON.stringify(String(value))} is not a valid ID, which is an exact integer, or a text (not blank, . or ..) ` +
          "without slashes or unprintable characters. Nothing was sent",
      );
    },
  );

  it("stays below its prefix for any segment", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."./\\%2eEfF?#:@;a") }));
    fc.assert(
      fc.property(text, (value) => {
        let path: string;
        try {
          path = formatPath`/a/${value}/b`;
        } catch {
          return;
        }
        const { pathname, search, hash } = new URL(path, "http://host.example");
        expect([pathname, search, hash]).toEqual([path, "", ""]);
        expect(pathname.split("/").map(decodeURIComponent)).toEqual(["", "a", value, "b"]);
      }),
      tries(1_000),
    );
  });
});

const known = { id: 7, name: "a", path: "", auth: null, sources: [{ config: { s3_region: "x" }, backup: false }] };

describe("a field that another answer does not have with the same value", () => {
  it.each<[string, unknown, string | undefined]>([
    ["nothing if they are equal", known, undefined],
    ["nothing for more fields", { ...known, more: 1 }, undefined],
    ["nothing for what is empty in both", { ...known, path: undefined, auth: {} }, undefined],
    ["nothing for what is not known", { ...known, path: "/deep" }, undefined],
    ["a missing field", { ...known, name: undefined }, "name"],
    ["another value", { ...known, name: "b" }, "name"],
    ["another type", { ...known, id: "7" }, "id"],
    ["a shortened text", { ...known, name: "" }, "name"],
    ["an empty list", { ...known, sources: [] }, "sources"],
    ["a shortened list", { ...known, sources: [...known.sources, {}] }, "sources"],
    ["a field of an entry", { ...known, sources: [{ config: { s3_region: "x" } }] }, "sources[0].backup"],
    ["deeper", { ...known, sources: [{ config: { s3_region: "y" }, backup: false }] }, "sources[0].config.s3_region"],
  ])("is found: %s", (_, other, unequal) => {
    expect(findUnequalField(known, other)).toBe(unequal);
  });
});
