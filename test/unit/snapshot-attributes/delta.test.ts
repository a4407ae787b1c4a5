import type { SnapshotPatch } from "../../../provider/api/calls/snapshots";
import {
  buildPatch,
  explainReadOnlyTags,
  type Attributes,
  updateRestorePoint,
  buildRestoringPatch,
  settleRestorePoint,
} from "../../../provider/resources/snapshot-attributes/delta";
import type { Declared } from "../../../provider/resources/snapshot-attributes/restore-point";
import { toAttributes, toDesired, type DesiredTags, type Tags } from "./snapshots";
import type { RestorePoint } from "../../../provider/resources/snapshot-attributes/schema";

type Wanted = ReturnType<typeof toDesired>;
/** What the snapshot has, what is declared, what is sent, and what was declared before. */
type Row = [title: string, on: Attributes, wanted: Wanted, patch: SnapshotPatch | undefined, before?: Declared];

const declaredBefore = (tags?: DesiredTags): Declared => ({ tags });
const patchOf = (tags: DesiredTags): SnapshotPatch => ({ tags });
const exclusive = (tags?: DesiredTags) => toDesired(tags, { exclusiveTags: true });
const theirs = toAttributes({ theirs: "x" });

const sentRows: Row[] = [
  ["nothing declared", theirs, toDesired(), undefined],
  ["the name is as declared", toAttributes({}), toDesired({}, { name: "as found" }), undefined],
  ["another name", toAttributes({}), toDesired({}, { name: "new" }), { name: "new" }],
  ["the tags are as declared", toAttributes({ a: "1", b: "2" }), toDesired({ a: "1" }), undefined],
  ["a tag is added", theirs, toDesired({ a: "1" }), patchOf({ a: "1" })],
  ["a tag is changed", toAttributes({ a: "1", b: "2" }), toDesired({ a: "3", b: "2" }), patchOf({ a: "3" })],
  [
    "a tag is no longer declared",
    toAttributes({ a: "1", theirs: "x" }),
    toDesired(),
    patchOf({ a: null }),
    declaredBefore({ a: "1" }),
  ],
  ["a tag is no longer declared, and gone", toAttributes({}), toDesired(), undefined, declaredBefore({ a: "1" })],
  [
    "a tag is no longer declared, with another value now",
    toAttributes({ a: "9" }),
    toDesired({ b: "1" }),
    patchOf({ b: "1", a: null }),
    declaredBefore({ a: "1" }),
  ],
  [
    "a tag is no longer declared, and read-only",
    toAttributes({}, { a: "1" }),
    toDesired(),
    undefined,
    declaredBefore({ a: "1" }),
  ],
  [
    "all at once",
    toAttributes({ gone: "1", changed: "1", same: "1", theirs: "1" }, { fixed: "1" }),
    toDesired({ changed: "2", same: "1", added: "2" }, { name: "new" }),
    { name: "new", tags: { changed: "2", added: "2", gone: null } },
    declaredBefore({ gone: "1", changed: "1", same: "1" }),
  ],
  [
    "exclusive: undeclared tags are removed, read-only ones stay",
    toAttributes({ theirs: "x", a: "1" }, { fixed: "1" }),
    exclusive({ a: "1" }),
    patchOf({ theirs: null }),
  ],
  ["exclusive, nothing declared", theirs, exclusive(), patchOf({ theirs: null })],
  [
    "no longer exclusive",
    theirs,
    toDesired({}),
    undefined,
    { tags: {}, restorePoint: { tags: { gone: "1" }, addedTags: [] } },
  ],
  [
    "another owner's tag is to be removed",
    toAttributes({ legacy: "x", theirs: "x" }),
    toDesired({ legacy: null, a: "1" }),
    patchOf({ legacy: null, a: "1" }),
  ],
  ["a tag to be removed is gone", theirs, toDesired({ legacy: null }), undefined, declaredBefore({ legacy: null })],
  [
    "a tag to be removed was written again",
    toAttributes({ legacy: "again" }),
    toDesired({ legacy: null }),
    patchOf({ legacy: null }),
    declaredBefore({ legacy: null }),
  ],
  [
    "a declared tag is to be removed now",
    toAttributes({ a: "1" }),
    toDesired({ a: null }),
    patchOf({ a: null }),
    declaredBefore({ a: "1" }),
  ],
  // What is there now belongs to another owner.
  [
    "a removed tag is no longer declared",
    toAttributes({ legacy: "again" }),
    toDesired(),
    undefined,
    declaredBefore({ legacy: null }),
  ],
  [
    "exclusive, with a tag to be removed",
    toAttributes({ legacy: "x", theirs: "x" }),
    exclusive({ legacy: null }),
    patchOf({ legacy: null, theirs: null }),
  ],
  [
    "keys that every object inherits",
    toAttributes({ toString: "1" }),
    toDesired({ constructor: "1" }),
    patchOf({ constructor: "1" }),
  ],
];

/** After a change with an unknown outcome. */
const resent: Row[] = [
  ["nothing declared", theirs, toDesired(), undefined],
  [
    "what is already there",
    toAttributes({ a: "1", theirs: "x" }),
    toDesired({ a: "1", legacy: null }, { name: "as found" }),
    { name: "as found", tags: { a: "1", legacy: null } },
  ],
  [
    "what is no longer declared, as far as it is there",
    toAttributes({ a: "1", theirs: "x" }),
    toDesired({ b: "2" }),
    patchOf({ b: "2", a: null }),
    declaredBefore({ a: "1", c: "1" }),
  ],
];

describe.each([
  ["what is sent", sentRows, false],
  ["what is sent again", resent, true],
])("%s:", (_, table, again) => {
  it.each(table)("%s", (_title, on, wanted, expected, declared = {}) => {
    expect(buildPatch(on, wanted, declared, again)).toEqual(expected);
  });
});

it.each([
  [{ fixed: "1" }, 'tag "fixed" of this snapshot is', "it"],
  [{ fixed: null }, 'tag "fixed" of this snapshot is', "it"],
  [{ fixed: "other", a: "1", "also fixed": "2" }, 'tags "fixed", "also fixed" of this snapshot are', "them"],
])("a read-only tag must not be declared, whatever its value: %p", (tags, subject, pronoun) => {
  const on = toAttributes({}, { fixed: "1", "also fixed": "1" });
  expect(explainReadOnlyTags(on, toDesired(tags))?.message).toBe(
    `tags: the ${subject} read-only: the platform refuses every change. Remove ${pronoun} from \`tags\``,
  );
});

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
  const settled = settleRestorePoint(restorePoint({ a: "1" }, ["b", "c"]), toDesired({ c: "1" }));
  expect(settled).toEqual(restorePoint({ a: "1" }, ["c"]));
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
