import type { JsonObject } from "../../../provider/values/json";
import { SnapshotAttributesHandler } from "../../../provider/resources/snapshot-attributes/handler";
import {
  checkSnapshotAttributes,
  toState,
  type SnapshotAttributesInputs,
  type SnapshotAttributesState,
} from "../../../provider/resources/snapshot-attributes/schema";
import { withContext } from "../core/with-context";
import { answer, args, id, otherId, snapshotId, wireTags } from "./snapshots";
import { checkInputs, createHandler } from "./platform";
import { Unknown } from "../../../provider/core/tree";

const handler = withContext(
  new SnapshotAttributesHandler(() => {
    throw new Error("a comparison needs no connection");
  }),
);

function inputsOf(change: JsonObject): SnapshotAttributesInputs {
  const { inputs, failures } = checkSnapshotAttributes(args(change), {});
  expect(failures).toEqual([]);
  return inputs;
}

/** The state after `up` of these arguments on a snapshot with a read-only tag and another owner's tag. */
function stateAfter(change: JsonObject, seen: { name?: string; tags?: Record<string, string> } = {}) {
  const inputs = inputsOf(change);
  const declared = Object.entries(inputs.tags ?? {}).filter((tag): tag is [string, string] => tag[1] !== null);
  const tags = wireTags(seen.tags ?? { theirs: "x", ...Object.fromEntries(declared) }, { fixed: "1" });
  const snapshot = answer({ name: seen.name ?? inputs.name ?? "as found", tags });
  return toState(snapshot, inputs, { restorePoint: { tags: {}, addedTags: [] } });
}

const diff = (before: JsonObject, after: JsonObject, seen = {}) =>
  handler.diff(id, stateAfter(before, seen), inputsOf(after));

const ab = { tags: { a: "1", b: "2" } };

it.each<[string, JsonObject, JsonObject]>([
  ["no attributes declared", {}, {}],
  ["the order of tags", ab, { tags: { b: "2", a: "1" } }],
  ["no tags written out", {}, { tags: {} }],
  ["defaults written out", ab, { ...ab, exclusiveTags: false, onDestroy: "restore", lockTimeoutSeconds: 600 }],
  ["a tag to be removed", { tags: { legacy: null } }, { tags: { legacy: null } }],
  ["the UUID in capitals", ab, { ...ab, snapshotId: snapshotId.toUpperCase() }],
])("no change: %s", (_, before, after) => {
  expect(diff(before, after)).toEqual({ changes: false });
});

it.each<[string, JsonObject, JsonObject]>([
  ["a name declared", {}, { name: "new" }],
  ["a name declared that is there already", {}, { name: "as found" }],
  ["a name no longer declared", { name: "new" }, {}],
  ["another name", { name: "old" }, { name: "new" }],
  ["a tag added", ab, { tags: { ...ab.tags, c: "3" } }],
  ["a tag added that is there already", {}, { tags: { theirs: "x" } }],
  ["a tag changed", ab, { tags: { a: "1", b: "3" } }],
  ["a tag removed", ab, { tags: { a: "1" } }],
  ["all tags removed", ab, {}],
  ["another owner's tag to be removed", {}, { tags: { theirs: null } }],
  ["a tag to be removed that does not exist", {}, { tags: { legacy: null } }],
  ["a declared tag to be removed", ab, { tags: { a: "1", b: null } }],
  ["a tag no longer to be removed", { tags: { legacy: null } }, {}],
  ["exclusiveTags", ab, { ...ab, exclusiveTags: true }],
  ["onDestroy", ab, { ...ab, onDestroy: "retain" }],
  ["lockTimeoutSeconds", ab, { ...ab, lockTimeoutSeconds: 5 }],
  ["a name not known yet", { name: "old" }, { name: new Unknown() }],
  ["a tag not known yet", ab, { tags: { a: "1", b: new Unknown() } }],
  ["tags not known yet", ab, { tags: new Unknown() }],
])("changes in place: %s", (_, before, after) => {
  expect({ ...diff(before, after), effects: undefined }).toEqual({ changes: true });
});

it.each<[string, JsonObject, string[]]>([
  ["another project", { projectId: 13 }, ["projectId"]],
  ["another region", { regionId: 8 }, ["regionId"]],
  ["another snapshot", { snapshotId: otherId }, ["snapshotId"]],
  ["all of them", { projectId: 13, regionId: 8, snapshotId: otherId }, ["projectId", "regionId", "snapshotId"]],
  ["a snapshot not known yet", { snapshotId: new Unknown() }, ["snapshotId"]],
  ["a read-only tag of the old one", { snapshotId: otherId, tags: { fixed: "2" } }, ["snapshotId"]],
])("replaces: %s", (_, after, replaces) => {
  expect(diff({}, after)).toEqual({ changes: true, replaces, givesUp: true });
});

it.each<[string, JsonObject, { name?: string; tags?: Record<string, string> }, boolean]>([
  ["the name", { name: "new" }, { name: "theirs" }, true],
  ["a name that is not declared", {}, { name: "theirs" }, false],
  ["the value of a tag", ab, { tags: { a: "1", b: "9" } }, true],
  ["a tag gone", ab, { tags: { a: "1" } }, true],
  ["a tag to be removed, written again", { tags: { legacy: null } }, { tags: { legacy: "again" } }, true],
  ["another owner's tag", ab, { tags: { ...ab.tags, more: "1" } }, false],
  ["another owner's tag, exclusive", { ...ab, exclusiveTags: true }, { tags: { ...ab.tags, more: "1" } }, true],
  ["read-only tags with exclusive tags", { ...ab, exclusiveTags: true }, ab, false],
])("a difference found by a refresh is a change or not: %s", (_, same, seen, changes) => {
  expect(diff(same, same, seen)).toEqual({ changes });
});

it.each<[string, JsonObject, JsonObject, { name?: string; tags?: Record<string, string> }, string[]]>([
  [
    "what is declared",
    ab,
    { name: "new", tags: { a: "3", c: null } },
    {},
    ["tags.a: changes", "tags.c: is set to null", "tags.b: is removed", "name: is set"],
  ],
  [
    "what the snapshot has",
    { ...ab, name: "new" },
    { ...ab, name: "new" },
    { name: "x", tags: {} },
    ["tags.a: changes", "tags.b: changes", "name: changes"],
  ],
])("names, without a value, %s", (_, before, after, seen, texts) => {
  expect(handler.listFields(id, stateAfter(before, seen), inputsOf(after))).toEqual(texts);
});

it("is empty if the program adopts a change found by a refresh", () => {
  expect(diff(ab, { tags: { a: "1", b: "9" } }, { tags: { a: "1", b: "9" } })).toEqual({ changes: false });
  expect(diff({ name: "old" }, { name: "theirs" }, { name: "theirs" })).toEqual({ changes: false });
});

it.each([["a text"], [null], [{}], [[null, "text"]]])(
  "takes an edited state with %j for its tags as one without tags",
  (allTags) => {
    const state = { ...stateAfter(ab), allTags } as unknown as SnapshotAttributesState;
    expect(handler.diff(id, state, inputsOf(ab)).changes).toBe(true);
  },
);

it("announces that a change with an unknown outcome is sent again", () => {
  const state: SnapshotAttributesState = { ...stateAfter(ab), operation: { kind: "update", unconfirmed: true } };
  expect(handler.diff(id, state, inputsOf(ab))).toEqual({
    changes: false,
    unfinished:
      "is sent again as a whole: the answer to the last change was lost, so it is unknown whether it was carried out",
  });
});

it("refuses a read-only tag before anything runs", () => {
  const { problem } = diff({}, { tags: { fixed: "2" } });
  expect(problem?.message).toContain('tags must not have the read-only "fixed"');
});

it("a replacement says that a new onDestroy comes too late for the old snapshot", () => {
  const replace = (before: JsonObject, after: JsonObject) => diff(before, { ...after, snapshotId: otherId }).effects;
  expect(replace({}, { onDestroy: "retain" })).toMatch(/^the old snapshot is restored, because onDestroy: "retain" /);
  expect(replace({ onDestroy: "retain" }, {})).toMatch(
    /^the old snapshot stays as it is, because onDestroy: "restore" /,
  );
  expect(replace({}, {})).toBeUndefined();
});

const found = answer({ tags: wireTags({ team: "data", stage: "production" }, { fixed: "1" }) });

const removed = 'changes tags.stage: "production" → nothing';
const preview = (change: JsonObject) => createHandler([found]).handler.adoption({ ...checkInputs({}), ...change });

it.each<[string, JsonObject, string | undefined]>([
  ["nothing", {}, undefined],
  ["what is there already", { name: "as found", tags: { team: "data" } }, undefined],
  ["another tag", { tags: { a: "1" } }, undefined],
  [
    "everything",
    { name: "mine", tags: { team: "mine", a: "1" }, exclusiveTags: true },
    'changes name: "as found" → "mine", tags.team: "data" → "mine", tags.stage: "production" → nothing',
  ],
  ["a tag to be removed", { tags: { stage: null, other: null } }, removed],
  [
    "values that are known later",
    { name: new Unknown(), tags: { team: new Unknown() } },
    'changes name: "as found" → known later, tags.team: "data" → known later',
  ],
  ["tags that are known later", { tags: new Unknown(), exclusiveTags: true }, undefined],
  ["exclusiveTags, known later", { tags: { a: "1" }, exclusiveTags: new Unknown() }, undefined],
])("a preview of a creation says what is overwritten and removed: %s", async (_, change, effects) => {
  expect(await preview(change)).toEqual({ failures: [], effects });
});

it("a preview of a creation refuses a read-only tag", async () => {
  const reason = 'must not have the read-only "fixed": the platform refuses every change';
  expect((await preview({ tags: { fixed: "mine" } }))?.failures).toEqual([{ property: "tags", reason }]);
});

it.each<[string, JsonObject, JsonObject, string | undefined]>([
  ["turned on", { tags: { team: "data" } }, { tags: { team: "data" }, exclusiveTags: true }, removed],
  ["turned on, with a tag less", { tags: { team: "data" } }, { exclusiveTags: true }, removed],
  ["turned on, with a tag more", {}, { tags: { team: "x" }, exclusiveTags: true }, removed],
  ["not turned on", {}, { tags: { team: "x" } }, undefined],
  ["turned off", { exclusiveTags: true }, {}, undefined],
])(
  "a preview of an update says which tags of others are removed: exclusiveTags %s",
  async (_, before, after, effects) => {
    const { handler } = createHandler([found], [found]);
    const { state } = await handler.create(checkInputs(before));
    expect(handler.diff(id, state, checkInputs(after)).effects).toBe(effects);
  },
);
