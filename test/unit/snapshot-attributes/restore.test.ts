import type { SnapshotPatch } from "../../../provider/api/calls/snapshots";
import {
  updateRestorePoint,
  buildRestoringPatch,
  settleRestorePoint,
  type Attributes,
} from "../../../provider/resources/snapshot-attributes/delta";
import type { Declared } from "../../../provider/resources/snapshot-attributes/restore-point";
import type { RestorePoint } from "../../../provider/resources/snapshot-attributes/schema";
import { toAttributes, toDesired, type Tags } from "./snapshots";

const restorePoint = (tags: Tags, addedTags: string[] = [], name?: string, declaredName = "new"): RestorePoint => ({
  ...(name !== undefined && { name, declaredName }),
  tags,
  addedTags,
});

it.each<[string, Attributes, ReturnType<typeof toDesired>, Declared, RestorePoint]>([
  ["nothing touched", toAttributes({ theirs: "x" }), toDesired(), {}, restorePoint({})],
  [
    "the name, once one is declared",
    toAttributes({}),
    toDesired({}, { name: "first" }),
    {},
    restorePoint({}, [], "as found", "first"),
  ],
  [
    "existing and missing tags",
    toAttributes({ a: "1" }),
    toDesired({ a: "2", c: "3", b: "3" }),
    {},
    restorePoint({ a: "1" }, ["b", "c"]),
  ],
  [
    "tags first declared by a later update",
    toAttributes({ a: "2", b: "1" }),
    toDesired({ a: "2", b: "2" }),
    { tags: { a: "2" }, restorePoint: restorePoint({ a: "1" }) },
    restorePoint({ a: "1", b: "1" }),
  ],
  [
    "the values from before the first change count",
    toAttributes({ a: "5", b: "5" }, {}, "drifted"),
    toDesired({ a: "2", b: "2" }, { name: "new" }),
    { tags: { a: "2", b: "2" }, restorePoint: restorePoint({ a: "1" }, ["b"], "as found") },
    restorePoint({ a: "1" }, ["b"], "as found"),
  ],
  [
    "existing and missing tags that are to be removed",
    toAttributes({ legacy: "x" }),
    toDesired({ legacy: null, other: null }),
    {},
    restorePoint({ legacy: "x" }),
  ],
  [
    "a tag that was to be removed, and is added now",
    toAttributes({}),
    toDesired({ other: "1" }),
    { tags: { other: null }, restorePoint: restorePoint({}) },
    restorePoint({}, ["other"]),
  ],
  [
    "tags that exclusive tags remove",
    toAttributes({ theirs: "x" }, { fixed: "1" }),
    toDesired({ a: "1" }, { exclusiveTags: true }),
    {},
    restorePoint({ theirs: "x" }, ["a"]),
  ],
])("the restore point: %s", (_, on, wanted, declared, expected) => {
  expect(updateRestorePoint(declared, on, wanted)).toEqual(expected);
});

test("the restore point: an added tag that is no longer declared is dropped", () => {
  expect(settleRestorePoint(restorePoint({ a: "1" }, ["b", "c"]), toDesired({ c: "1" }))).toEqual(
    restorePoint({ a: "1" }, ["c"]),
  );
});

it.each<[string, Attributes, Declared, SnapshotPatch | undefined]>([
  ["nothing was touched", toAttributes({ theirs: "x" }), {}, undefined],
  ["a state without a restore point", toAttributes({ a: "1" }), { tags: { a: "1" } }, undefined],
  ["the name", toAttributes({}, {}, "new"), { restorePoint: restorePoint({}, [], "as found") }, { name: "as found" }],
  ["the name is already restored", toAttributes({}), { restorePoint: restorePoint({}, [], "as found") }, undefined],
  [
    "values are restored, added tags are removed",
    toAttributes({ a: "2", b: "2", theirs: "x" }),
    { tags: { a: "2", b: "2" }, restorePoint: restorePoint({ a: "1" }, ["b"]) },
    { tags: { a: "1", b: null } },
  ],
  [
    "declared tags that have changed since",
    toAttributes({ a: "9" }),
    { tags: { a: "2", b: "2", c: "2" }, restorePoint: restorePoint({ a: "1", c: "1" }, ["b"]) },
    { tags: { a: "1", c: "1" } },
  ],
  [
    "a tag that the resource removed is restored",
    toAttributes({}),
    { restorePoint: restorePoint({ a: "1" }) },
    { tags: { a: "1" } },
  ],
  [
    "a removed tag that was written again since is left alone",
    toAttributes({ a: "theirs" }),
    { restorePoint: restorePoint({ a: "1" }) },
    undefined,
  ],
  [
    "tags that are read-only now are left alone",
    toAttributes({}, { a: "2", b: "2" }),
    { tags: { a: "2", b: "2" }, restorePoint: restorePoint({ a: "1" }, ["b"]) },
    undefined,
  ],
  [
    "a tag that was to be removed is restored",
    toAttributes({}),
    { tags: { legacy: null }, restorePoint: restorePoint({ legacy: "x" }) },
    { tags: { legacy: "x" } },
  ],
  [
    "a tag that was to be removed, and did not exist",
    toAttributes({}),
    { tags: { legacy: null }, restorePoint: restorePoint({}) },
    undefined,
  ],
])("restoring: %s", (_, on, declared, patch) => {
  expect(buildRestoringPatch(on, { managesName: true, ...declared })).toEqual(patch);
});

it.each<[string, string, SnapshotPatch]>([
  ["as it was declared", "new", { name: "as found", tags: { a: "1" } }],
  ["changed elsewhere", "theirs", { tags: { a: "1" } }],
])("restoring: a name that is no longer declared, %s", (_, name, patch) => {
  const declared = { managesName: false, tags: { a: "2" }, restorePoint: restorePoint({ a: "1" }, [], "as found") };
  expect(buildRestoringPatch(toAttributes({ a: "2" }, {}, name), declared)).toEqual(patch);
});

describe("restoring what another resource declares now", () => {
  const on = toAttributes({ a: "2", b: "2", c: "2" }, {}, "new");
  const declared = {
    managesName: true,
    tags: { a: "2", b: "2", c: "2" },
    restorePoint: restorePoint({ a: "1", b: "1" }, ["c"], "as found"),
  };

  it.each<[string, Declared, SnapshotPatch | undefined]>([
    ["nothing", {}, { name: "as found", tags: { a: "1", b: "1", c: null } }],
    ["the name", { managesName: true }, { tags: { a: "1", b: "1", c: null } }],
    ["a tag that was there", { tags: { a: "2" } }, { name: "as found", tags: { b: "1", c: null } }],
    ["a tag that was added", { tags: { c: null } }, { name: "as found", tags: { a: "1", b: "1" } }],
    ["everything", { managesName: true, exclusiveTags: true }, undefined],
  ])("leaves it alone: %s", (_, other, patch) => {
    expect(buildRestoringPatch(on, declared, other)).toEqual(patch);
  });
});
