import type { SnapshotPatch } from "../../../provider/api/calls/snapshots";
import {
  restorePointWith,
  restoringPatch,
  withoutRemoved,
  type Declared,
  type Observed,
  type Others,
} from "../../../provider/resources/snapshot-attributes/delta";
import type { RestorePoint } from "../../../provider/resources/snapshot-attributes/schema";
import { observed, wanting, type Tags } from "./snapshots";

const restorePoint = (tags: Tags, addedTags: string[] = [], name?: string, declaredName = "new"): RestorePoint => ({
  ...(name !== undefined && { name, declaredName }),
  tags,
  addedTags,
});

it.each<[string, Observed, ReturnType<typeof wanting>, Declared, RestorePoint]>([
  ["nothing touched", observed({ theirs: "x" }), wanting(), {}, restorePoint({})],
  [
    "the name, once one is declared",
    observed({}),
    wanting({}, { name: "first" }),
    {},
    restorePoint({}, [], "as found", "first"),
  ],
  [
    "existing and missing tags",
    observed({ a: "1" }),
    wanting({ a: "2", c: "3", b: "3" }),
    {},
    restorePoint({ a: "1" }, ["b", "c"]),
  ],
  [
    "tags first declared by a later update",
    observed({ a: "2", b: "1" }),
    wanting({ a: "2", b: "2" }),
    { tags: { a: "2" }, restorePoint: restorePoint({ a: "1" }) },
    restorePoint({ a: "1", b: "1" }),
  ],
  [
    "the values from before the first change count",
    observed({ a: "5", b: "5" }, {}, "drifted"),
    wanting({ a: "2", b: "2" }, { name: "new" }),
    { tags: { a: "2", b: "2" }, restorePoint: restorePoint({ a: "1" }, ["b"], "as found") },
    restorePoint({ a: "1" }, ["b"], "as found"),
  ],
  [
    "existing and missing tags that are to be removed",
    observed({ legacy: "x" }),
    wanting({ legacy: null, other: null }),
    {},
    restorePoint({ legacy: "x" }),
  ],
  [
    "a tag that was to be removed, and is added now",
    observed({}),
    wanting({ other: "1" }),
    { tags: { other: null }, restorePoint: restorePoint({}) },
    restorePoint({}, ["other"]),
  ],
  [
    "tags that exclusive tags remove",
    observed({ theirs: "x" }, { fixed: "1" }),
    wanting({ a: "1" }, { exclusiveTags: true }),
    {},
    restorePoint({ theirs: "x" }, ["a"]),
  ],
])("the restore point: %s", (_, on, wanted, declared, expected) => {
  expect(restorePointWith(declared, on, wanted)).toEqual(expected);
});

test("the restore point: an added tag that is no longer declared is dropped", () => {
  expect(withoutRemoved(restorePoint({ a: "1" }, ["b", "c"]), wanting({ c: "1" }))).toEqual(
    restorePoint({ a: "1" }, ["c"]),
  );
});

const nobody: Others = { haveName: false, haveTag: () => false };

it.each<[string, Observed, Declared, SnapshotPatch | undefined]>([
  ["nothing was touched", observed({ theirs: "x" }), {}, undefined],
  ["a state without a restore point", observed({ a: "1" }), { tags: { a: "1" } }, undefined],
  ["the name", observed({}, {}, "new"), { restorePoint: restorePoint({}, [], "as found") }, { name: "as found" }],
  ["the name is already restored", observed({}), { restorePoint: restorePoint({}, [], "as found") }, undefined],
  [
    "values are restored, added tags are removed",
    observed({ a: "2", b: "2", theirs: "x" }),
    { tags: { a: "2", b: "2" }, restorePoint: restorePoint({ a: "1" }, ["b"]) },
    { tags: { a: "1", b: null } },
  ],
  [
    "declared tags that have changed since",
    observed({ a: "9" }),
    { tags: { a: "2", b: "2", c: "2" }, restorePoint: restorePoint({ a: "1", c: "1" }, ["b"]) },
    { tags: { a: "1", c: "1" } },
  ],
  [
    "a tag that the resource removed is restored",
    observed({}),
    { restorePoint: restorePoint({ a: "1" }) },
    { tags: { a: "1" } },
  ],
  [
    "a removed tag that was written again since is left alone",
    observed({ a: "theirs" }),
    { restorePoint: restorePoint({ a: "1" }) },
    undefined,
  ],
  [
    "tags that are read-only now are left alone",
    observed({}, { a: "2", b: "2" }),
    { tags: { a: "2", b: "2" }, restorePoint: restorePoint({ a: "1" }, ["b"]) },
    undefined,
  ],
  [
    "a tag that was to be removed is restored",
    observed({}),
    { tags: { legacy: null }, restorePoint: restorePoint({ legacy: "x" }) },
    { tags: { legacy: "x" } },
  ],
  [
    "a tag that was to be removed, and did not exist",
    observed({}),
    { tags: { legacy: null }, restorePoint: restorePoint({}) },
    undefined,
  ],
])("restoring: %s", (_, on, declared, patch) => {
  expect(restoringPatch(on, { managesName: true, ...declared }, nobody)).toEqual(patch);
});

it.each<[string, string, SnapshotPatch]>([
  ["as it was declared", "new", { name: "as found", tags: { a: "1" } }],
  ["changed elsewhere", "theirs", { tags: { a: "1" } }],
])("restoring: a name that is no longer declared, %s", (_, name, patch) => {
  const declared = { managesName: false, tags: { a: "2" }, restorePoint: restorePoint({ a: "1" }, [], "as found") };
  expect(restoringPatch(observed({ a: "2" }, {}, name), declared, nobody)).toEqual(patch);
});

describe("restoring what another resource of the program declares now", () => {
  const on = observed({ a: "2", b: "2", c: "2" }, {}, "new");
  const declared = {
    managesName: true,
    tags: { a: "2", b: "2", c: "2" },
    restorePoint: restorePoint({ a: "1", b: "1" }, ["c"], "as found"),
  };

  it.each<[string, Partial<Others>, SnapshotPatch | undefined]>([
    ["nothing", {}, { name: "as found", tags: { a: "1", b: "1", c: null } }],
    ["the name", { haveName: true }, { tags: { a: "1", b: "1", c: null } }],
    ["a tag that was there", { haveTag: (key) => key === "a" }, { name: "as found", tags: { b: "1", c: null } }],
    ["a tag that was added", { haveTag: (key) => key === "c" }, { name: "as found", tags: { a: "1", b: "1" } }],
    ["everything", { haveName: true, haveTag: () => true }, undefined],
  ])("leaves it alone: %s", (_, others, patch) => {
    expect(restoringPatch(on, declared, { ...nobody, ...others })).toEqual(patch);
  });
});
