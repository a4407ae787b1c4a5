import { dataSources } from "../../../provider/data";
import * as exported from "../../../provider/index";
import { messageOf, platformThatAnswers } from "./platform";
import { snapshotId } from "./snapshots";

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
    ...{ wrong: {}, problem: "give originGroupId or name" },
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
