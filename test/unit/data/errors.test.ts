import { dataSources } from "../../../provider/data";
import * as exported from "../../../provider/index";
import { messageOf, platformThatAnswers } from "./platform";
import { snapshotId } from "./snapshots";
import { queryAnalytics, getLiveStream } from "../../../provider/index";
import { signatureKey } from "../../../provider/core/engine-text";
import { answeredStream } from "./streams";

const [from, to, place] = ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "of project 1, region 2"];

/** Valid arguments of each data source, and what errors call the object of that call. */
const rows: Record<string, [args: object, subject: string]> = {
  getImage: [{ imageId: "image-1" }, `image "image-1" ${place}`],
  getImages: [{}, `the list of images ${place}`],
  getOriginGroup: [{ originGroupId: 101 }, "origin group 101"],
  getOriginGroups: [{}, "the list of origin groups"],
  getSnapshot: [{ snapshotId }, `snapshot "${snapshotId}" ${place}`],
  getSnapshots: [{}, `the list of snapshots ${place}`],
  getFunction: [{ namespace: "images", name: "resize" }, `function "resize" of namespace "images" ${place}`],
  getFunctionNamespace: [{ name: "images" }, `namespace "images" ${place}`],
  getLiveStream: [{ streamId: 7 }, "live stream 7"],
  getTranscodingDuration: [{ from, to }, `the transcoding duration from ${from} to ${to}`],
  queryAnalytics: [{ query: "{ a }" }, "the advanced analytics report"],
};

test("every data source has a row", () => expect(Object.keys(rows).sort()).toEqual(Object.keys(dataSources).sort()));

describe.each(Object.entries(rows))("%s", (name, [args, subject]) => {
  const call = (exported as unknown as Record<string, (args: object) => Promise<unknown>>)[name]!;

  it.each([
    ["a refusal", 403, { error: "not for you" }, "not for you (403)"],
    ["malformed JSON", 200, '{"id": 7', "the answer from http://127.0.0.1:"],
  ])("reports %s as an error of what was read", async (_, status, body, reason) => {
    await platformThatAnswers(status, body);
    expect(await messageOf(call(args))).toContain(`${name}: reading ${subject}: ${reason}`);
  });

  it("rejects an unknown argument, without a request", async () => {
    const { received } = await platformThatAnswers(200, {});
    expect(await messageOf(call({ ...args, wrong: 1 }))).toBe(`${name}: wrong is not a property; remove it`);
    expect(received).toEqual([]);
  });
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

test("an answer of a data source never becomes an object of the engine", async () => {
  await platformThatAnswers(200, { data: { ...objects, list: [objects] } });
  expect(await queryAnalytics({ query: "{ a }" })).toStrictEqual({ ...plain, list: [plain] });
  await platformThatAnswers(200, { data: objects.asset });
  expect(await queryAnalytics({ query: "{ a }" })).toStrictEqual(plain.asset);
  await platformThatAnswers(200, { ...answeredStream, multi_region_push_urls: objects, novelty: [objects] });
  expect(await getLiveStream({ streamId: answeredStream.id })).toMatchObject({
    multiRegionPushUrls: plain,
    extra: { novelty: [plain] },
  });
});
