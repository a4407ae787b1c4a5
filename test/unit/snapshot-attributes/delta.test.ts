import type { SnapshotPatch } from "../../../provider/api/calls/snapshots";
import { patchTo, type Declared, type Observed } from "../../../provider/resources/snapshot-attributes/delta";
import { observed, wanting, type Wanted } from "./snapshots";

const before = (tags?: Wanted): Declared => ({ tags });

interface Row {
  on: Observed;
  wanted: ReturnType<typeof wanting>;
  declared?: Declared;
  patch: SnapshotPatch | undefined;
}

const rows: Record<string, Row> = {
  "nothing declared": { on: observed({ theirs: "x" }), wanted: wanting(), patch: undefined },
  "the name is as declared": { on: observed({}), wanted: wanting({}, { name: "as found" }), patch: undefined },
  "another name": { on: observed({}), wanted: wanting({}, { name: "new" }), patch: { name: "new" } },
  "the tags are as declared": { on: observed({ a: "1", b: "2" }), wanted: wanting({ a: "1" }), patch: undefined },
  "a tag is added": { on: observed({ theirs: "x" }), wanted: wanting({ a: "1" }), patch: { tags: { a: "1" } } },
  "a tag is changed": {
    on: observed({ a: "1", b: "2" }),
    wanted: wanting({ a: "3", b: "2" }),
    patch: { tags: { a: "3" } },
  },
  "a tag is no longer declared": {
    on: observed({ a: "1", theirs: "x" }),
    wanted: wanting(),
    declared: before({ a: "1" }),
    patch: { tags: { a: null } },
  },
  "a tag is no longer declared, and gone": {
    on: observed({}),
    wanted: wanting(),
    declared: before({ a: "1" }),
    patch: undefined,
  },
  "a tag is no longer declared, with another value now": {
    on: observed({ a: "9" }),
    wanted: wanting({ b: "1" }),
    declared: before({ a: "1" }),
    patch: { tags: { b: "1", a: null } },
  },
  "a tag is no longer declared, and read-only now": {
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
  "exclusive: undeclared tags are removed, read-only ones stay": {
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
  "another owner's tag is to be removed": {
    on: observed({ legacy: "x", theirs: "x" }),
    wanted: wanting({ legacy: null, a: "1" }),
    patch: { tags: { legacy: null, a: "1" } },
  },
  "a tag to be removed is gone": {
    on: observed({ theirs: "x" }),
    wanted: wanting({ legacy: null }),
    declared: before({ legacy: null }),
    patch: undefined,
  },
  "a tag to be removed was written again": {
    on: observed({ legacy: "again" }),
    wanted: wanting({ legacy: null }),
    declared: before({ legacy: null }),
    patch: { tags: { legacy: null } },
  },
  "a declared tag is to be removed now": {
    on: observed({ a: "1" }),
    wanted: wanting({ a: null }),
    declared: before({ a: "1" }),
    patch: { tags: { a: null } },
  },
  "a removed tag is no longer declared: what is there now belongs to another owner": {
    on: observed({ legacy: "again" }),
    wanted: wanting(),
    declared: before({ legacy: null }),
    patch: undefined,
  },
  "exclusive, with a tag to be removed": {
    on: observed({ legacy: "x", theirs: "x" }),
    wanted: wanting({ legacy: null }, { exclusiveTags: true }),
    patch: { tags: { legacy: null, theirs: null } },
  },
  "keys that every object inherits": {
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
  "what is already there": {
    on: observed({ a: "1", theirs: "x" }),
    wanted: wanting({ a: "1", legacy: null }, { name: "as found" }),
    patch: { name: "as found", tags: { a: "1", legacy: null } },
  },
  "what is no longer declared, as far as it is there": {
    on: observed({ a: "1", theirs: "x" }),
    wanted: wanting({ b: "2" }),
    declared: before({ a: "1", c: "1" }),
    patch: { tags: { b: "2", a: null } },
  },
};

it.each(Object.entries(resent))(
  "patch after a change with an unknown outcome: %s",
  (_, { on, wanted, declared = {}, patch }) => {
    expect(patchTo(on, wanted, declared, true)).toEqual(patch);
  },
);

it.each([
  [
    { fixed: "1" },
    'the tag "fixed" of this snapshot is read-only: the platform refuses every change. Remove it from `tags`',
  ],
  [
    { fixed: "other", a: "1", "also fixed": "2" },
    'the tags "fixed", "also fixed" of this snapshot are read-only: the platform refuses every change. Remove them from `tags`',
  ],
  [
    { fixed: null },
    'the tag "fixed" of this snapshot is read-only: the platform refuses every change. Remove it from `tags`',
  ],
])("a read-only tag must not be declared, whatever its value: %p", (tags, reason) => {
  const on = observed({}, { fixed: "1", "also fixed": "1" });
  expect(() => patchTo(on, wanting(tags), {})).toThrow(`tags: ${reason}`);
});
