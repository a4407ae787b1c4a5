import { readdirSync } from "node:fs";
import path from "node:path";
import { dataSources } from "../../../provider/data";
import * as exported from "../../../provider/index";
import { messageOf, platformThatAnswers } from "./platform";
import { snapshotId } from "./snapshots";
import { queryAnalytics, getLiveStream } from "../../../provider/index";
import { signatureKey } from "../../../provider/core/engine-text";
import { answeredStream } from "./streams";

interface Row {
  args: object;
  /** What errors call the object of that call. */
  subject: string;
  wrong: object;
  problem: string;
}

const [from, place] = ["2026-03-01T00:00:00Z", "of project 1, region 2"];

const rows: Record<string, Row> = {
  getImage: {
    ...{ args: { imageId: "image-1" }, subject: `image "image-1" ${place}` },
    ...{ wrong: { imageId: "x", osDistro: 7 }, problem: "osDistro must be a string, not a number" },
  },
  getImages: {
    ...{ args: {}, subject: `the list of images ${place}` },
    ...{ wrong: { architecture: "arm" }, problem: 'architecture must be one of "aarch64", "x86_64"' },
  },
  getOriginGroup: {
    ...{ args: { originGroupId: 101 }, subject: "origin group 101" },
    ...{ wrong: {}, problem: "originGroupId is required" },
  },
  getOriginGroups: {
    ...{ args: {}, subject: "the list of origin groups" },
    ...{ wrong: { source: 7 }, problem: "source must be a string, not a number" },
  },
  getSnapshot: {
    ...{ args: { snapshotId }, subject: `snapshot "${snapshotId}" ${place}` },
    ...{ wrong: { snapshotId: "1" }, problem: "snapshotId must be a version 4 UUID" },
  },
  getSnapshots: {
    ...{ args: {}, subject: `the list of snapshots ${place}` },
    ...{ wrong: { status: 7 }, problem: "status must be a string, not a number" },
  },
  getFunction: {
    ...{ args: { namespace: "images", name: "resize" }, subject: `function "resize" of namespace "images" ${place}` },
    ...{ wrong: { namespace: "Images", name: "resize" }, problem: "namespace must be 2 to 26 lowercase letters" },
  },
  getFunctionNamespace: {
    ...{ args: { name: "images" }, subject: `namespace "images" ${place}` },
    ...{ wrong: { name: "Images" }, problem: "name must be 2 to 26 lowercase letters" },
  },
  getLiveStream: {
    ...{ args: { streamId: 7 }, subject: "live stream 7" },
    ...{ wrong: { streamId: 0 }, problem: "streamId must be at least 1" },
  },
  getTranscodingDuration: {
    args: { from, to: "2026-03-02T00:00:00Z" },
    subject: `the transcoding duration from ${from} to 2026-03-02T00:00:00Z`,
    ...{ wrong: { from, to: from }, problem: "from must be before to" },
  },
  queryAnalytics: {
    ...{ args: { query: "{ a }" }, subject: "the advanced analytics report" },
    ...{ wrong: { query: "" }, problem: "query must not be empty" },
  },
};

test("every data source has a row", () => expect(Object.keys(rows).sort()).toEqual(Object.keys(dataSources).sort()));

describe.each(Object.entries(rows))("%s", (name, { args, subject, wrong, problem }) => {
  const call = (exported as unknown as Record<string, (args: object) => Promise<unknown>>)[name]!;

  it("reports a wrong argument, without a request", async () => {
    const { received } = await platformThatAnswers(200, {});
    expect(await messageOf(call(wrong))).toMatch(new RegExp(`^${name}:\\s+${problem}`));
    expect(received).toEqual([]);
  });

  it.each([
    ["an unknown key", 401, { message: "unknown key" }, "unknown key (401)"],
    ["a refusal", 403, { error: "not for you" }, "not for you (403)"],
    ["another server", 404, "default backend - 404", "default backend - 404 (404)"],
    ["malformed JSON", 200, '{"id": 7', "the answer from http://127.0.0.1:"],
  ])("reports %s as an error of what was read", async (_, status, body, reason) => {
    await platformThatAnswers(status, body);
    expect(await messageOf(call(args))).toContain(`${name}: reading ${subject}: ${reason}`);
  });
});

const folders = readdirSync(path.join(__dirname, "../../../provider/data"), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

test("hosts serve every data source that a folder defines", () => {
  const defined = folders.flatMap(({ name }) => {
    const source = jest.requireActual<object>(`../../../provider/data/${name}/source`);
    return Object.values<unknown>({ ...source }).filter((value) => typeof value === "object" && "toQuery" in value!);
  });
  expect(new Set(defined)).toEqual(new Set(Object.values(dataSources)));
});

test.each(Object.entries(dataSources))("%s is served under the name of its functions", (name, source) => {
  expect(source.name).toBe(name);
  const functions = [name, `${name}Output`].map((form) => exported[form as keyof typeof exported]);
  expect(functions).toEqual([expect.any(Function), expect.any(Function)]);
});

test("every data source of programs is served", () => {
  const forPrograms = Object.keys(exported).filter((name) => `${name}Output` in exported);
  expect(forPrograms.sort()).toEqual(Object.keys(dataSources).sort());
});

/** What the engine would hash, fetch, decrypt or register, were it in an output. */
const objects = {
  asset: { [signatureKey]: "c44067f5952c0a294b673a41bacd8c17", path: "/etc/hostname" },
  archive: { [signatureKey]: "0def7320c3a5731c473e5ecbe6d01bc7", uri: "https://attacker.example.com/x" },
  secret: { [signatureKey]: "1b47061264138c4ac30d75fd1eb44270", value: "x" },
  resource: { [signatureKey]: "5cf8f73096256a8f31e491e813e4eb8e", urn: "urn:pulumi:a::b::c::d" },
};
const plain = {
  asset: { path: "/etc/hostname" },
  archive: { uri: "https://attacker.example.com/x" },
  secret: { value: "x" },
  resource: { urn: "urn:pulumi:a::b::c::d" },
};

const analyticsBody = { data: { ...objects, list: [objects] } };
const streamBody = { ...answeredStream, multi_region_push_urls: objects, novelty: [objects] };

test("an answer of a data source never becomes an object of the engine", async () => {
  await platformThatAnswers(200, analyticsBody);
  expect(await queryAnalytics({ query: "{ a }" })).toStrictEqual({ ...plain, list: [plain] });
  await platformThatAnswers(200, { data: objects.asset });
  expect(await queryAnalytics({ query: "{ a }" })).toStrictEqual(plain.asset);
  await platformThatAnswers(200, streamBody);
  expect(await getLiveStream({ streamId: answeredStream.id })).toMatchObject({
    multiRegionPushUrls: plain,
    extra: { novelty: [plain] },
  });
});
