import type { SnapshotPatch } from "../../../provider/api/calls/snapshots";
import {
  buildPatch,
  explainReadOnlyTags,
  type Attributes,
} from "../../../provider/resources/snapshot-attributes/delta";
import type { Declared } from "../../../provider/resources/snapshot-attributes/restore-point";
import { toAttributes, toDesired, type DesiredTags } from "./snapshots";

const before = (tags?: DesiredTags): Declared => ({ tags });

interface Row {
  on: Attributes;
  wanted: ReturnType<typeof toDesired>;
  declared?: Declared;
  patch: SnapshotPatch | undefined;
}

const rows: Record<string, Row> = {
  "nothing declared": { on: toAttributes({ theirs: "x" }), wanted: toDesired(), patch: undefined },
  "the name is as declared": { on: toAttributes({}), wanted: toDesired({}, { name: "as found" }), patch: undefined },
  "another name": { on: toAttributes({}), wanted: toDesired({}, { name: "new" }), patch: { name: "new" } },
  "the tags are as declared": { on: toAttributes({ a: "1", b: "2" }), wanted: toDesired({ a: "1" }), patch: undefined },
  "a tag is added": { on: toAttributes({ theirs: "x" }), wanted: toDesired({ a: "1" }), patch: { tags: { a: "1" } } },
  "a tag is changed": {
    on: toAttributes({ a: "1", b: "2" }),
    wanted: toDesired({ a: "3", b: "2" }),
    patch: { tags: { a: "3" } },
  },
  "a tag is no longer declared": {
    on: toAttributes({ a: "1", theirs: "x" }),
    wanted: toDesired(),
    declared: before({ a: "1" }),
    patch: { tags: { a: null } },
  },
  "a tag is no longer declared, and gone": {
    on: toAttributes({}),
    wanted: toDesired(),
    declared: before({ a: "1" }),
    patch: undefined,
  },
  "a tag is no longer declared, with another value now": {
    on: toAttributes({ a: "9" }),
    wanted: toDesired({ b: "1" }),
    declared: before({ a: "1" }),
    patch: { tags: { b: "1", a: null } },
  },
  "a tag is no longer declared, and read-only now": {
    on: toAttributes({}, { a: "1" }),
    wanted: toDesired(),
    declared: before({ a: "1" }),
    patch: undefined,
  },
  "all at once": {
    on: toAttributes({ gone: "1", changed: "1", same: "1", theirs: "1" }, { fixed: "1" }),
    wanted: toDesired({ changed: "2", same: "1", added: "2" }, { name: "new" }),
    declared: before({ gone: "1", changed: "1", same: "1" }),
    patch: { name: "new", tags: { changed: "2", added: "2", gone: null } },
  },
  "exclusive: undeclared tags are removed, read-only ones stay": {
    on: toAttributes({ theirs: "x", a: "1" }, { fixed: "1" }),
    wanted: toDesired({ a: "1" }, { exclusiveTags: true }),
    patch: { tags: { theirs: null } },
  },
  "exclusive, nothing declared": {
    on: toAttributes({ theirs: "x" }),
    wanted: toDesired(undefined, { exclusiveTags: true }),
    patch: { tags: { theirs: null } },
  },
  "no longer exclusive": {
    on: toAttributes({ theirs: "x" }),
    wanted: toDesired({}),
    declared: { tags: {}, restorePoint: { tags: { gone: "1" }, addedTags: [] } },
    patch: undefined,
  },
  "another owner's tag is to be removed": {
    on: toAttributes({ legacy: "x", theirs: "x" }),
    wanted: toDesired({ legacy: null, a: "1" }),
    patch: { tags: { legacy: null, a: "1" } },
  },
  "a tag to be removed is gone": {
    on: toAttributes({ theirs: "x" }),
    wanted: toDesired({ legacy: null }),
    declared: before({ legacy: null }),
    patch: undefined,
  },
  "a tag to be removed was written again": {
    on: toAttributes({ legacy: "again" }),
    wanted: toDesired({ legacy: null }),
    declared: before({ legacy: null }),
    patch: { tags: { legacy: null } },
  },
  "a declared tag is to be removed now": {
    on: toAttributes({ a: "1" }),
    wanted: toDesired({ a: null }),
    declared: before({ a: "1" }),
    patch: { tags: { a: null } },
  },
  "a removed tag is no longer declared: what is there now belongs to another owner": {
    on: toAttributes({ legacy: "again" }),
    wanted: toDesired(),
    declared: before({ legacy: null }),
    patch: undefined,
  },
  "exclusive, with a tag to be removed": {
    on: toAttributes({ legacy: "x", theirs: "x" }),
    wanted: toDesired({ legacy: null }, { exclusiveTags: true }),
    patch: { tags: { legacy: null, theirs: null } },
  },
  "keys that every object inherits": {
    on: toAttributes({ toString: "1" }),
    wanted: toDesired({ constructor: "1" }),
    patch: { tags: { constructor: "1" } },
  },
};

it.each(Object.entries(rows))("patch: %s", (_, { on, wanted, declared = {}, patch }) => {
  expect(buildPatch(on, wanted, declared)).toEqual(patch);
});

const resent: Record<string, Row> = {
  "nothing declared": { on: toAttributes({ theirs: "x" }), wanted: toDesired(), patch: undefined },
  "what is already there": {
    on: toAttributes({ a: "1", theirs: "x" }),
    wanted: toDesired({ a: "1", legacy: null }, { name: "as found" }),
    patch: { name: "as found", tags: { a: "1", legacy: null } },
  },
  "what is no longer declared, as far as it is there": {
    on: toAttributes({ a: "1", theirs: "x" }),
    wanted: toDesired({ b: "2" }),
    declared: before({ a: "1", c: "1" }),
    patch: { tags: { b: "2", a: null } },
  },
};

it.each(Object.entries(resent))(
  "patch after a change with an unknown outcome: %s",
  (_, { on, wanted, declared = {}, patch }) => {
    expect(buildPatch(on, wanted, declared, true)).toEqual(patch);
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
  const on = toAttributes({}, { fixed: "1", "also fixed": "1" });
  expect(explainReadOnlyTags(on, toDesired(tags))?.message).toBe(`tags: ${reason}`);
});
