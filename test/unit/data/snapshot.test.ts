import { getSnapshot, getSnapshots } from "../../../provider/data/snapshot/function";
import { messageOf, platformThatAnswers, platformWithout, queryOf } from "./platform";
import { answeredSnapshot, snapshotId } from "./snapshots";

const readOnly = [{ key: "by", value: "system", read_only: true }];
const old = answeredSnapshot({ id: "old", created_at: "2025-06-01T00:00:00Z", tags: readOnly });
const recent = answeredSnapshot({ id: "recent", created_at: "2026-06-01T00:00:00+0000" });
const failed = answeredSnapshot({ id: "failed", name: "manual", status: "error" });
const other = answeredSnapshot({ id: "other", name: "other", volume_id: "v-2", tags: [] });
const undated = answeredSnapshot({ id: "undated", name: "undated", created_at: null });
const all = [recent, old, failed, other, undated];

const listing = (snapshots: unknown[] = all) =>
  platformThatAnswers(200, { count: snapshots.length, results: snapshots });

describe("getSnapshots", () => {
  it.each([
    ["nothing, in the platform's order", {}, ["recent", "old", "failed", "other", "undated"]],
    ["the exact name", { name: "nightly" }, ["recent", "old"]],
    ["a part of a name", { name: "night" }, []],
    ["a pattern", { nameRegex: "^(manual|other)$" }, ["failed", "other"]],
    ["the volume", { volumeId: "v-2" }, ["other"]],
    ["the status", { status: "error" }, ["failed"]],
    ["a tag", { tags: { team: "data" } }, ["recent", "failed", "undated"]],
    ["a tag of the platform", { tags: { by: "system" } }, ["old"]],
    ["several at once", { name: "nightly", tags: { team: "data" } }, ["recent"]],
  ])("filters by %s", async (_, args, expected) => {
    const { received } = await listing();
    expect((await getSnapshots(args)).map(({ id }) => id)).toEqual(expected);
    expect(received[0]?.url).toMatch(/^\/cloud\/v1\/snapshots\/1\/2\?/);
    expect(queryOf(received[0]!)).toEqual({ limit: "1000", offset: "0" });
  });

  it("accepts a bare list too, and leaves out entries that are not snapshots", async () => {
    await platformThatAnswers(200, [old, null, { id: 7 }]);
    expect((await getSnapshots()).map(({ id }) => id)).toEqual(["old"]);
  });

  it("fails if the platform has no such list", async () => {
    await platformThatAnswers(405, { exception_class: "HTTPError", message: "Method GET is not allowed." });
    expect(await messageOf(getSnapshots())).toBe(
      "getSnapshots: reading the list of snapshots of project 1, region 2: Method GET is not allowed. (405)",
    );
  });
});

describe("getSnapshot", () => {
  it("requests the ID, and has every field under its name", async () => {
    const { received } = await platformThatAnswers(200, { ...answeredSnapshot(), later: 1 });
    const snapshot = await getSnapshot({ snapshotId: snapshotId.toUpperCase() });
    expect(received.map(({ url }) => url)).toEqual([`/cloud/v1/snapshots/1/2/${snapshotId}`]);
    expect(snapshot).toEqual({
      createdAt: "2026-01-12T09:00:00+0000",
      creatorTaskId: "3f6c1a52-7d0e-4b8f-9a3d-2c5e8b1f4a60",
      description: "before the upgrade",
      id: snapshotId,
      name: "nightly",
      projectId: 1,
      region: "north",
      regionId: 2,
      size: 10,
      status: "available",
      tags: [{ key: "team", value: "data", readOnly: false }],
      taskId: null,
      updatedAt: "2026-01-13T09:00:00.566870",
      volumeId: "8a1d4e07-52b9-4c36-8f7e-6d0b9c3a2e15",
    });
  });

  it("has null for fields that the platform does not return", async () => {
    await platformThatAnswers(200, { id: snapshotId, name: "n", status: "new word", tags: [] });
    const { id, name, status, tags, ...others } = await getSnapshot({ snapshotId });
    expect({ id, name, status, tags }).toEqual({ id: snapshotId, name: "n", status: "new word", tags: [] });
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(Object.keys(others)).toHaveLength(10);
  });

  it("returns the only match of filters, or the newest", async () => {
    await listing();
    expect((await getSnapshot({ volumeId: "v-2" })).id).toBe("other");
    expect((await getSnapshot({ name: "nightly", mostRecent: true })).id).toBe("recent");
    expect((await getSnapshot({ nameRegex: "undated|other", mostRecent: true })).id).toBe("other");
  });

  it("lists the candidates if several match", async () => {
    await listing();
    expect(await messageOf(getSnapshot({ nameRegex: "nightly|undated" }))).toBe(
      'getSnapshot: 3 snapshots of project 1, region 2 match nameRegex "nightly|undated"; ' +
        "add filters, or set mostRecent: true:\n" +
        '  "nightly" (id recent, available, created 2026-06-01T00:00:00+0000)\n' +
        '  "nightly" (id old, available, created 2025-06-01T00:00:00Z)\n' +
        '  "undated" (id undated, available, created at an unknown time)',
    );
  });

  it("names the filters that matched nothing", async () => {
    await listing();
    const text = 'getSnapshot: no snapshot of project 1, region 2 matches name "x", tags {"a":"b"}';
    expect(await messageOf(getSnapshot({ name: "x", tags: { a: "b" } }))).toBe(text);
  });

  it("fails if the snapshot does not exist", async () => {
    await platformWithout({ exception_class: "NotFoundError", message: "gone" });
    expect(await messageOf(getSnapshot({ snapshotId }))).toBe(
      `getSnapshot: snapshot "${snapshotId}" of project 1, region 2 was not found: gone (404). Correct its ID or name, its project or region, or use a key of the account that has it`,
    );
  });

  const filters = "name, nameRegex, volumeId, status, tags";
  it.each([
    [{}, `snapshotId is required, unless at least one filter is given: ${filters}`],
    [{ mostRecent: true }, `snapshotId is required, unless at least one filter is given: ${filters}`],
    [{ snapshotId: "x" }, "snapshotId must be a version 4 UUID: 8-4-4-4-12 hexadecimal digits"],
    [
      { snapshotId, name: "a", mostRecent: true },
      "snapshotId already identifies one snapshot; leave out name, mostRecent, or snapshotId",
    ],
    [{ name: 7 }, "name must be a string, not a number"],
  ])("rejects %j", async (args, text) => {
    expect(await messageOf(getSnapshot(args as never))).toBe(`getSnapshot: ${text}`);
  });
});
