import type { SnapshotPatch } from "../../../provider/api/endpoints/snapshots";
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
    "tags there and not there",
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
    "the first touch counts",
    observed({ a: "5", b: "5" }, {}, "drifted"),
    wanting({ a: "2", b: "2" }, { name: "new" }),
    { tags: { a: "2", b: "2" }, restorePoint: restorePoint({ a: "1" }, ["b"], "as found") },
    restorePoint({ a: "1" }, ["b"], "as found"),
  ],
  [
    "tags that are to go, there and not there",
    observed({ legacy: "x" }),
    wanting({ legacy: null, other: null }),
    {},
    restorePoint({ legacy: "x" }),
  ],
  [
    "a tag that was to go, and is added now",
    observed({}),
    wanting({ other: "1" }),
    { tags: { other: null }, restorePoint: restorePoint({}) },
    restorePoint({}, ["other"]),
  ],
  [
    "what exclusive tags push out",
    observed({ theirs: "x" }, { fixed: "1" }),
    wanting({ a: "1" }, { exclusiveTags: true }),
    {},
    restorePoint({ theirs: "x" }, ["a"]),
  ],
])("what there was: %s", (_, on, wanted, declared, expected) => {
  expect(restorePointWith(declared, on, wanted)).toEqual(expected);
});

test("what there was: an added tag that is no longer declared is nobody's", () => {
  expect(withoutRemoved(restorePoint({ a: "1" }, ["b", "c"]), wanting({ c: "1" }))).toEqual(
    restorePoint({ a: "1" }, ["c"]),
  );
});

const nobody: Others = { haveName: false, haveTag: () => false };

it.each<[string, Observed, Declared, SnapshotPatch | undefined]>([
  ["nothing was touched", observed({ theirs: "x" }), {}, undefined],
  ["a state without memory", observed({ a: "1" }), { tags: { a: "1" } }, undefined],
  ["the name", observed({}, {}, "new"), { restorePoint: restorePoint({}, [], "as found") }, { name: "as found" }],
  ["the name is back already", observed({}), { restorePoint: restorePoint({}, [], "as found") }, undefined],
  [
    "values go back, added tags go",
    observed({ a: "2", b: "2", theirs: "x" }),
    { tags: { a: "2", b: "2" }, restorePoint: restorePoint({ a: "1" }, ["b"]) },
    { tags: { a: "1", b: null } },
  ],
  [
    "whatever became of declared tags meanwhile",
    observed({ a: "9" }),
    { tags: { a: "2", b: "2", c: "2" }, restorePoint: restorePoint({ a: "1", c: "1" }, ["b"]) },
    { tags: { a: "1", c: "1" } },
  ],
  [
    "a tag that was removed by us comes back",
    observed({}),
    { restorePoint: restorePoint({ a: "1" }) },
    { tags: { a: "1" } },
  ],
  [
    "unless somebody has written it since",
    observed({ a: "theirs" }),
    { restorePoint: restorePoint({ a: "1" }) },
    undefined,
  ],
  [
    "read-only now: cannot be changed",
    observed({}, { a: "2", b: "2" }),
    { tags: { a: "2", b: "2" }, restorePoint: restorePoint({ a: "1" }, ["b"]) },
    undefined,
  ],
  [
    "a tag that was to go comes back",
    observed({}),
    { tags: { legacy: null }, restorePoint: restorePoint({ legacy: "x" }) },
    { tags: { legacy: "x" } },
  ],
  [
    "a tag that was to go, and was not there",
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

describe("restoring what another resource of the program has now", () => {
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
