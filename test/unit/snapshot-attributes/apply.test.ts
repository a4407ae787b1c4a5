import type { SnapshotPatch, SnapshotAnswer } from "../../../provider/api/calls/snapshots";
import { toAttributes as on, toDesired as want, type DesiredTags, type Tags, answer, ref, taskId } from "./snapshots";
import type { Attributes, RestorePoint } from "../../../provider/resources/snapshot-attributes/schema";
import { NotFoundError } from "../../../provider/api/failures/errors";
import {
  buildPatch,
  buildRestoringPatch,
  findReadOnlyProblem,
  planAttributes,
  updateRestorePoint,
  type Former,
  type Observed,
  type Request,
} from "../../../provider/resources/snapshot-attributes/apply";
import type { Progress } from "../../../provider/core/job";
import { checkInputs } from "./platform";

type Wanted = ReturnType<typeof want>;
/** What the snapshot has, what is declared, what is sent, and what was declared before. */
type Row = [title: string, actual: Attributes, wanted: Wanted, patch: SnapshotPatch | undefined, before?: Former];

const had = (tags?: DesiredTags): Former => ({ tags });
const tags = (wanted: DesiredTags): SnapshotPatch => ({ tags: wanted });
const exclusive = (tags?: DesiredTags) => want(tags, { exclusiveTags: true });
const theirs = on({ theirs: "x" });

const sentRows: Row[] = [
  ["nothing declared", theirs, want(), undefined],
  ["the name is as declared", on({}), want({}, { name: "as found" }), undefined],
  ["another name", on({}), want({}, { name: "new" }), { name: "new" }],
  ["the tags are as declared", on({ a: "1", b: "2" }), want({ a: "1" }), undefined],
  ["a tag is added", theirs, want({ a: "1" }), tags({ a: "1" })],
  ["a tag is changed", on({ a: "1", b: "2" }), want({ a: "3", b: "2" }), tags({ a: "3" })],
  ["a tag is no longer declared", on({ a: "1", theirs: "x" }), want(), tags({ a: null }), had({ a: "1" })],
  ["a tag is no longer declared, and gone", on({}), want(), undefined, had({ a: "1" })],
  ["a tag no longer declared differs", on({ a: "9" }), want({ b: "1" }), tags({ b: "1", a: null }), had({ a: "1" })],
  ["a tag is no longer declared, and read-only", on({}, { a: "1" }), want(), undefined, had({ a: "1" })],
  [
    "all at once",
    on({ gone: "1", changed: "1", same: "1", theirs: "1" }, { fixed: "1" }),
    want({ changed: "2", same: "1", added: "2" }, { name: "new" }),
    { name: "new", tags: { changed: "2", added: "2", gone: null } },
    had({ gone: "1", changed: "1", same: "1" }),
  ],
  [
    "exclusive: undeclared tags are removed, read-only ones stay",
    on({ theirs: "x", a: "1" }, { fixed: "1" }),
    exclusive({ a: "1" }),
    tags({ theirs: null }),
  ],
  ["exclusive, nothing declared", theirs, exclusive(), tags({ theirs: null })],
  ["exclusive before", theirs, want({}), undefined, { tags: {}, restorePoint: { tags: { gone: "1" }, addedTags: [] } }],
  [
    "another owner's tag is to be removed",
    on({ legacy: "x", theirs: "x" }),
    want({ legacy: null, a: "1" }),
    tags({ legacy: null, a: "1" }),
  ],
  ["a tag to be removed is gone", theirs, want({ legacy: null }), undefined, had({ legacy: null })],
  ["a removed tag is there again", on({ old: "x" }), want({ old: null }), tags({ old: null }), had({ old: null })],
  ["a declared tag is to be removed now", on({ a: "1" }), want({ a: null }), tags({ a: null }), had({ a: "1" })],
  // What is there now belongs to another owner.
  ["a removed tag is no longer declared", on({ legacy: "again" }), want(), undefined, had({ legacy: null })],
  [
    "exclusive, with a tag to be removed",
    on({ legacy: "x", theirs: "x" }),
    exclusive({ legacy: null }),
    tags({ legacy: null, theirs: null }),
  ],
  ["keys that every object inherits", on({ toString: "1" }), want({ constructor: "1" }), tags({ constructor: "1" })],
];

/** After a change with an unknown outcome. */
const resent: Row[] = [
  ["nothing declared", theirs, want(), undefined],
  [
    "what is already there",
    on({ a: "1", theirs: "x" }),
    want({ a: "1", legacy: null }, { name: "as found" }),
    { name: "as found", tags: { a: "1", legacy: null } },
  ],
  [
    "what is no longer declared, as far as it is there",
    on({ a: "1", theirs: "x" }),
    want({ b: "2" }),
    tags({ b: "2", a: null }),
    had({ a: "1", c: "1" }),
  ],
];

describe.each([
  ["what is sent", sentRows, false],
  ["what is sent again", resent, true],
])("%s:", (_, table, again) => {
  it.each(table)("%s", (_title, actual, wanted, expected, declared = {}) => {
    expect(buildPatch(actual, wanted, declared, again)).toEqual(expected);
  });
});

it.each([
  [{ fixed: "1" }, '"fixed"'],
  [{ fixed: null }, '"fixed"'],
  [{ fixed: "other", a: "1", "also fixed": "2" }, '"fixed", "also fixed"'],
])("a read-only tag must not be declared, whatever its value: %p", (tags, names) => {
  expect(findReadOnlyProblem(on({}, { fixed: "1", "also fixed": "1" }), want(tags))?.reason).toBe(
    `must not have the read-only ${names}: the platform refuses every change`,
  );
});

const point = (tags: Tags, addedTags: string[] = [], name?: string, declaredName = "new"): RestorePoint => ({
  ...(name !== undefined && { name, declaredName }),
  tags,
  addedTags,
});

it.each<[string, Attributes, ReturnType<typeof want>, Former, RestorePoint]>([
  ["nothing touched", on({ theirs: "x" }), want(), {}, point({})],
  ["the name, once one is declared", on({}), want({}, { name: "first" }), {}, point({}, [], "as found", "first")],
  ["existing and missing tags", on({ a: "1" }), want({ a: "2", c: "3", b: "3" }), {}, point({ a: "1" }, ["b", "c"])],
  [
    "tags first declared by a later update",
    on({ a: "2", b: "1" }),
    want({ a: "2", b: "2" }),
    { tags: { a: "2" }, restorePoint: point({ a: "1" }) },
    point({ a: "1", b: "1" }),
  ],
  [
    "the values from before the first change count",
    on({ a: "5", b: "5" }, {}, "drifted"),
    want({ a: "2", b: "2" }, { name: "new" }),
    { tags: { a: "2", b: "2" }, restorePoint: point({ a: "1" }, ["b"], "as found") },
    point({ a: "1" }, ["b"], "as found"),
  ],
  ["existing and missing tags to remove", on({ old: "x" }), want({ old: null, other: null }), {}, point({ old: "x" })],
  [
    "a tag that was to be removed, and is added now",
    on({}),
    want({ other: "1" }),
    { tags: { other: null }, restorePoint: point({}) },
    point({}, ["other"]),
  ],
  [
    "tags that exclusive tags remove",
    on({ theirs: "x" }, { fixed: "1" }),
    want({ a: "1" }, { exclusiveTags: true }),
    {},
    point({ theirs: "x" }, ["a"]),
  ],
  [
    "an added tag that is no longer declared belongs to others",
    on({ b: "theirs", c: "1" }),
    want({ b: "2", c: "1" }),
    { tags: { c: "1" }, exclusiveTags: true, restorePoint: point({ a: "1" }, ["b", "c"]) },
    point({ a: "1", b: "theirs" }, ["c"]),
  ],
])("the restore point: %s", (_, actual, wanted, declared, expected) => {
  expect(updateRestorePoint(declared, actual, wanted)).toEqual(expected);
});

it.each<[string, Attributes, Former, SnapshotPatch | undefined]>([
  ["nothing was touched", on({ theirs: "x" }), {}, undefined],
  ["a state without a restore point", on({ a: "1" }), { tags: { a: "1" } }, undefined],
  ["the name", on({}, {}, "new"), { restorePoint: point({}, [], "as found") }, { name: "as found" }],
  ["the name is already restored", on({}), { restorePoint: point({}, [], "as found") }, undefined],
  [
    "values are restored, added tags are removed",
    on({ a: "2", b: "2", theirs: "x" }),
    { tags: { a: "2", b: "2" }, restorePoint: point({ a: "1" }, ["b"]) },
    { tags: { a: "1", b: null } },
  ],
  [
    "declared tags that have changed since",
    on({ a: "9" }),
    { tags: { a: "2", b: "2", c: "2" }, restorePoint: point({ a: "1", c: "1" }, ["b"]) },
    { tags: { a: "1", c: "1" } },
  ],
  ["a tag that the resource removed is restored", on({}), { restorePoint: point({ a: "1" }) }, { tags: { a: "1" } }],
  ["a removed tag that was written since stays", on({ a: "theirs" }), { restorePoint: point({ a: "1" }) }, undefined],
  [
    "tags that are read-only now are left alone",
    on({}, { a: "2", b: "2" }),
    { tags: { a: "2", b: "2" }, restorePoint: point({ a: "1" }, ["b"]) },
    undefined,
  ],
  [
    "a tag that was to be removed is restored",
    on({}),
    { tags: { legacy: null }, restorePoint: point({ legacy: "x" }) },
    { tags: { legacy: "x" } },
  ],
  ["a tag to be removed that did not exist", on({}), { tags: { legacy: null }, restorePoint: point({}) }, undefined],
])("restoring: %s", (_, actual, declared, patch) => {
  expect(buildRestoringPatch(actual, { managesName: true, ...declared })).toEqual(patch);
});

it.each<[string, string, SnapshotPatch]>([
  ["as it was declared", "new", { name: "as found", tags: { a: "1" } }],
  ["changed elsewhere", "theirs", { tags: { a: "1" } }],
])("restoring: a name that is no longer declared, %s", (_, name, patch) => {
  const declared = { managesName: false, tags: { a: "2" }, restorePoint: point({ a: "1" }, [], "as found") };
  expect(buildRestoringPatch(on({ a: "2" }, {}, name), declared)).toEqual(patch);
});

describe("restoring what another resource declares now", () => {
  const actual = on({ a: "2", b: "2", c: "2" }, {}, "new");
  const restorePoint = point({ a: "1", b: "1" }, ["c"], "as found");
  const declared = { managesName: true, tags: { a: "2", b: "2", c: "2" }, restorePoint };

  it.each<[string, Former, SnapshotPatch | undefined]>([
    ["nothing", {}, { name: "as found", tags: { a: "1", b: "1", c: null } }],
    ["the name", { managesName: true }, { tags: { a: "1", b: "1", c: null } }],
    ["a tag that was there", { tags: { a: "2" } }, { name: "as found", tags: { b: "1", c: null } }],
    ["a tag that was added", { tags: { c: null } }, { name: "as found", tags: { a: "1", b: "1" } }],
    ["everything", { managesName: true, exclusiveTags: true }, undefined],
  ])("leaves it alone: %s", (_, other, patch) => {
    expect(buildRestoringPatch(actual, declared, other)).toEqual(patch);
  });
});

const absent = new NotFoundError({ message: "there is none" });
const renaming = { name: "new" };
const request: Request = { kind: "update", patch: renaming, isRepeated: true };

const differs = answer();
const same = answer({ name: "new" });
const lockedOne = (snapshot: SnapshotAnswer) => ({ ...snapshot, task_id: taskId });
const ending = (snapshot: SnapshotAnswer, status = "deleting") => ({ ...snapshot, status });

const target = { ref, former: {}, inputs: checkInputs(renaming), whenAbsent: absent };

type Past = Progress<Observed, Request>;

const past: Past = { lostAnswers: 0 };
const lost: Past = { lostAnswers: 1, operation: { kind: "update", unconfirmed: true } };
const accepted: Past = { lostAnswers: 0, accepted: request, operation: { kind: "update", tasks: [] } };
const marked: Past = { lostAnswers: 0, operation: { kind: "update", unconfirmed: true } };

const send = { do: "send", request };
const wait = { do: "wait", shown: `is locked by task ${taskId}` };
const done = { do: "done" };
const goingAway = { do: "fail", isFinal: true, error: { name: "ConflictError" } };

it.each<[string, SnapshotAnswer | undefined, Past, object]>([
  ["it differs: send", differs, past, send],
  ["it is as declared: done", same, past, done],
  ["it differs, and is locked: wait", lockedOne(differs), past, wait],
  ["it is as declared, but locked: done", lockedOne(same), past, done],
  ["it differs, and an empty ID stands for no lock: send", { ...differs, task_id: "" }, past, send],
  ["it differs, and is being deleted: fail", ending(differs), past, goingAway],
  ["it differs, and is deleted: fail", ending(differs, "deleted"), past, goingAway],
  ["it differs, and its deletion has failed: fail", ending(differs, "error_deleting"), past, goingAway],
  ["it differs, is locked, and is being deleted: fail", lockedOne(ending(differs)), past, goingAway],
  ["it is as declared, but being deleted: done", ending(same), past, done],
  ...["error", "creating", "backing-up", "restoring", "unmanaging", "new word"].map(
    (status): [string, SnapshotAnswer, Past, object] => [
      `it differs, and is in the status ${status}: send`,
      ending(differs, status),
      past,
      send,
    ],
  ),
  ["it does not exist: fail", undefined, past, { do: "fail", error: absent, isFinal: true }],
  ["the answer was lost, and it differs: send", differs, lost, send],
  ["the answer was lost, and it is as declared: done", same, lost, done],
  ["the answer was lost, and it is locked: wait", lockedOne(differs), lost, wait],
  ["the last change has an unknown outcome, and it differs: send", differs, marked, send],
  ["the platform has accepted the change: done", same, accepted, done],
  ["the platform has accepted the change, and shows something else: done", differs, accepted, done],
])("the plan for a snapshot if %s", (_, found, progress, step) => {
  expect(planAttributes(target, { actual: found }, progress)).toMatchObject(step);
});

it.each<[string, SnapshotAnswer | undefined, object]>([
  ["does not exist: done", undefined, done],
  ["is being deleted: done", ending(differs), done],
  ["is as it was: done", differs, done],
  ["has the declared name: restore", same, { do: "send", request: { ...request, patch: { name: "as found" } } }],
])("the plan of a destroy for a snapshot that %s", (_, actual, step) => {
  const former = { managesName: true, restorePoint: point({}, [], "as found") };
  expect(planAttributes({ ref, former }, { actual }, past)).toEqual(step);
});
