import type { SnapshotPatch } from "../../../provider/api/endpoints/snapshots";
import {
  patchTo,
  restorePointWith,
  restoringPatch,
  withoutRemoved,
  type Declared,
  type Observed,
  type Others,
} from "../../../provider/resources/snapshot-attributes/delta";
import type { RestorePoint } from "../../../provider/resources/snapshot-attributes/schema";
import { observedIn } from "../../../provider/resources/snapshot-attributes/wire";
import { answer, wireTags } from "./snapshots";

type Tags = Record<string, string>;
/** `null`: the tag is to go. */
type Wanted = Record<string, string | null>;

const observed = (tags: Tags, readOnly: Tags = {}, name = "as found"): Observed =>
  observedIn(answer({ name, tags: wireTags(tags, readOnly) }));
const wanting = (tags?: Wanted, rest: { name?: string; exclusiveTags?: boolean } = {}) => ({
  tags,
  exclusiveTags: false,
  ...rest,
});
const before = (tags?: Wanted): Declared => ({ tags });

interface Row {
  on: Observed;
  wanted: ReturnType<typeof wanting>;
  declared?: Declared;
  patch: SnapshotPatch | undefined;
}

const rows: Record<string, Row> = {
  "nothing declared": { on: observed({ theirs: "x" }), wanted: wanting(), patch: undefined },
  "the name is there": { on: observed({}), wanted: wanting({}, { name: "as found" }), patch: undefined },
  "another name": { on: observed({}), wanted: wanting({}, { name: "new" }), patch: { name: "new" } },
  "the tags are there": { on: observed({ a: "1", b: "2" }), wanted: wanting({ a: "1" }), patch: undefined },
  "a tag is added": { on: observed({ theirs: "x" }), wanted: wanting({ a: "1" }), patch: { tags: { a: "1" } } },
  "a tag is changed": {
    on: observed({ a: "1", b: "2" }),
    wanted: wanting({ a: "3", b: "2" }),
    patch: { tags: { a: "3" } },
  },
  "declared no longer": {
    on: observed({ a: "1", theirs: "x" }),
    wanted: wanting(),
    declared: before({ a: "1" }),
    patch: { tags: { a: null } },
  },
  "declared no longer, and gone": {
    on: observed({}),
    wanted: wanting(),
    declared: before({ a: "1" }),
    patch: undefined,
  },
  "declared no longer, with another value now": {
    on: observed({ a: "9" }),
    wanted: wanting({ b: "1" }),
    declared: before({ a: "1" }),
    patch: { tags: { b: "1", a: null } },
  },
  "declared no longer, and read-only now": {
    on: observed({}, { a: "1" }),
    wanted: wanting(),
    declared: before({ a: "1" }),
    patch: undefined,
  },
  "all at once": {
    on: observed({ gone: "1", changed: "1", same: "1", theirs: "1" }, { fixed: "1" }),
    wanted: wanting({ changed: "2", same: "1", added: "2" }, { name: "new" }),
    declared: before({ gone: "1", changed: "1", same: "1" }),
    patch: { name: "new", tags: { changed: "2", added: "2", gone: null } },
  },
  "exclusive: others of the user go, read-only ones stay": {
    on: observed({ theirs: "x", a: "1" }, { fixed: "1" }),
    wanted: wanting({ a: "1" }, { exclusiveTags: true }),
    patch: { tags: { theirs: null } },
  },
  "exclusive, nothing declared": {
    on: observed({ theirs: "x" }),
    wanted: wanting(undefined, { exclusiveTags: true }),
    patch: { tags: { theirs: null } },
  },
  "no longer exclusive": {
    on: observed({ theirs: "x" }),
    wanted: wanting({}),
    declared: { tags: {}, restorePoint: { tags: { gone: "1" }, addedTags: [] } },
    patch: undefined,
  },
  "a tag of somebody else that is to go": {
    on: observed({ legacy: "x", theirs: "x" }),
    wanted: wanting({ legacy: null, a: "1" }),
    patch: { tags: { legacy: null, a: "1" } },
  },
  "a tag that is to go, and is gone": {
    on: observed({ theirs: "x" }),
    wanted: wanting({ legacy: null }),
    declared: before({ legacy: null }),
    patch: undefined,
  },
  "a tag that is to go, and was written again": {
    on: observed({ legacy: "again" }),
    wanted: wanting({ legacy: null }),
    declared: before({ legacy: null }),
    patch: { tags: { legacy: null } },
  },
  "an own tag that is to go now": {
    on: observed({ a: "1" }),
    wanted: wanting({ a: null }),
    declared: before({ a: "1" }),
    patch: { tags: { a: null } },
  },
  "a tag that was to go, and is declared no longer: what is there now is somebody else's": {
    on: observed({ legacy: "again" }),
    wanted: wanting(),
    declared: before({ legacy: null }),
    patch: undefined,
  },
  "exclusive, and one that is to go": {
    on: observed({ legacy: "x", theirs: "x" }),
    wanted: wanting({ legacy: null }, { exclusiveTags: true }),
    patch: { tags: { legacy: null, theirs: null } },
  },
  "keys that every object has": {
    on: observed({ toString: "1" }),
    wanted: wanting({ constructor: "1" }),
    patch: { tags: { constructor: "1" } },
  },
};

it.each(Object.entries(rows))("patch: %s", (_, { on, wanted, declared = {}, patch }) => {
  expect(patchTo(on, wanted, declared)).toEqual(patch);
});

const resent: Record<string, Row> = {
  "nothing declared": { on: observed({ theirs: "x" }), wanted: wanting(), patch: undefined },
  "what is there": {
    on: observed({ a: "1", theirs: "x" }),
    wanted: wanting({ a: "1", legacy: null }, { name: "as found" }),
    patch: { name: "as found", tags: { a: "1", legacy: null } },
  },
  "what is declared no longer, as far as it is there": {
    on: observed({ a: "1", theirs: "x" }),
    wanted: wanting({ b: "2" }),
    declared: before({ a: "1", c: "1" }),
    patch: { tags: { b: "2", a: null } },
  },
};

it.each(Object.entries(resent))(
  "patch after a change of unknown fate: %s",
  (_, { on, wanted, declared = {}, patch }) => {
    expect(patchTo(on, wanted, declared, true)).toEqual(patch);
  },
);

it.each([
  [
    { fixed: "1" },
    'the tag "fixed" of this snapshot is read-only: the platform refuses every change. Take it out of `tags`',
  ],
  [
    { fixed: "other", a: "1", "also fixed": "2" },
    'the tags "fixed", "also fixed" of this snapshot are read-only: the platform refuses every change. Take them out of `tags`',
  ],
  [
    { fixed: null },
    'the tag "fixed" of this snapshot is read-only: the platform refuses every change. Take it out of `tags`',
  ],
])("a read-only tag must not be declared, whatever its value: %p", (tags, reason) => {
  const on = observed({}, { fixed: "1", "also fixed": "1" });
  expect(() => patchTo(on, wanting(tags), {})).toThrow(`tags: ${reason}`);
});

const restorePoint = (tags: Tags, addedTags: string[] = [], name?: string): RestorePoint => ({
  ...(name !== undefined && { name }),
  tags,
  addedTags,
});

it.each<[string, Observed, ReturnType<typeof wanting>, Declared, RestorePoint]>([
  ["nothing touched", observed({ theirs: "x" }), wanting(), {}, restorePoint({})],
  [
    "the name, once one is declared",
    observed({}),
    wanting({}, { name: "as found" }),
    {},
    restorePoint({}, [], "as found"),
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

test("what there was: an added tag that is declared no longer is nobody's", () => {
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

it.each([
  ["is as it was declared", "new"],
  ["was changed elsewhere", "theirs"],
])("restoring: a name that is declared no longer stays, whether it %s", (_, name) => {
  const declared = { managesName: false, tags: { a: "2" }, restorePoint: restorePoint({ a: "1" }, [], "as found") };
  expect(restoringPatch(observed({ a: "2" }, {}, name), declared, nobody)).toEqual({ tags: { a: "1" } });
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
