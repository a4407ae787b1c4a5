import type { SnapshotPatch } from "../../../provider/api/endpoints/snapshots";
import {
  foundWith,
  patchTo,
  restoringPatch,
  withoutRemoved,
  type Declared,
  type Observed,
} from "../../../provider/resources/snapshot-attributes/delta";
import type { Found } from "../../../provider/resources/snapshot-attributes/schema";
import { observedIn } from "../../../provider/resources/snapshot-attributes/wire";
import { answer, wireTags } from "./snapshots";

type Tags = Record<string, string>;

const observed = (tags: Tags, readOnly: Tags = {}, name = "as found"): Observed =>
  observedIn(answer({ name, tags: wireTags(tags, readOnly) }));
const wanting = (tags?: Tags, rest: { name?: string; exclusiveTags?: boolean } = {}) => ({
  tags,
  exclusiveTags: false,
  ...rest,
});
const before = (tags?: Tags): Declared => ({ tags });

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
    declared: { tags: {}, found: { tags: { gone: "1" }, addedTags: [] } },
    patch: undefined,
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

it.each([
  [
    { fixed: "1" },
    'the tag "fixed" of this snapshot is read-only: the platform refuses every change. Take it out of `tags`',
  ],
  [
    { fixed: "other", a: "1", "also fixed": "2" },
    'the tags "fixed", "also fixed" of this snapshot are read-only: the platform refuses every change. Take them out of `tags`',
  ],
])("a read-only tag must not be declared, whatever its value: %p", (tags, reason) => {
  const on = observed({}, { fixed: "1", "also fixed": "1" });
  expect(() => patchTo(on, wanting(tags), {})).toThrow(`tags: ${reason}`);
});

const found = (tags: Tags, addedTags: string[] = [], name?: string): Found => ({
  ...(name !== undefined && { name }),
  tags,
  addedTags,
});

it.each<[string, Observed, ReturnType<typeof wanting>, Declared, Found]>([
  ["nothing touched", observed({ theirs: "x" }), wanting(), {}, found({})],
  ["the name, once one is declared", observed({}), wanting({}, { name: "as found" }), {}, found({}, [], "as found")],
  [
    "tags there and not there",
    observed({ a: "1" }),
    wanting({ a: "2", c: "3", b: "3" }),
    {},
    found({ a: "1" }, ["b", "c"]),
  ],
  [
    "tags first declared by a later update",
    observed({ a: "2", b: "1" }),
    wanting({ a: "2", b: "2" }),
    { tags: { a: "2" }, found: found({ a: "1" }) },
    found({ a: "1", b: "1" }),
  ],
  [
    "the first touch counts",
    observed({ a: "5", b: "5" }, {}, "drifted"),
    wanting({ a: "2", b: "2" }, { name: "new" }),
    { tags: { a: "2", b: "2" }, found: found({ a: "1" }, ["b"], "as found") },
    found({ a: "1" }, ["b"], "as found"),
  ],
  [
    "what exclusive tags push out",
    observed({ theirs: "x" }, { fixed: "1" }),
    wanting({ a: "1" }, { exclusiveTags: true }),
    {},
    found({ theirs: "x" }, ["a"]),
  ],
])("found: %s", (_, on, wanted, declared, expected) => {
  expect(foundWith(declared, on, wanted)).toEqual(expected);
});

test("found: an added tag that is declared no longer is nobody's", () => {
  expect(withoutRemoved(found({ a: "1" }, ["b", "c"]), wanting({ c: "1" }))).toEqual(found({ a: "1" }, ["c"]));
});

it.each<[string, Observed, Declared, SnapshotPatch | undefined]>([
  ["nothing was touched", observed({ theirs: "x" }), {}, undefined],
  ["a state without memory", observed({ a: "1" }), { tags: { a: "1" } }, undefined],
  ["the name", observed({}, {}, "new"), { found: found({}, [], "as found") }, { name: "as found" }],
  ["the name is back already", observed({}), { found: found({}, [], "as found") }, undefined],
  [
    "values go back, added tags go",
    observed({ a: "2", b: "2", theirs: "x" }),
    { tags: { a: "2", b: "2" }, found: found({ a: "1" }, ["b"]) },
    { tags: { a: "1", b: null } },
  ],
  [
    "whatever became of declared tags meanwhile",
    observed({ a: "9" }),
    { tags: { a: "2", b: "2", c: "2" }, found: found({ a: "1", c: "1" }, ["b"]) },
    { tags: { a: "1", c: "1" } },
  ],
  ["a tag that was removed by us comes back", observed({}), { found: found({ a: "1" }) }, { tags: { a: "1" } }],
  ["unless somebody has written it since", observed({ a: "theirs" }), { found: found({ a: "1" }) }, undefined],
  [
    "read-only now: cannot be changed",
    observed({}, { a: "2", b: "2" }),
    { tags: { a: "2", b: "2" }, found: found({ a: "1" }, ["b"]) },
    undefined,
  ],
])("restoring: %s", (_, on, declared, patch) => {
  expect(restoringPatch(on, declared)).toEqual(patch);
});
