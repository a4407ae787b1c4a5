import type { JsonObject } from "../../../provider/values/json";
import { Unknown } from "../../../provider/core/unknown";
import { checkInputs, createHandler } from "./platform";
import { answer, id, wireTags } from "./snapshots";

const found = answer({ tags: wireTags({ team: "data", stage: "production" }, { fixed: "1" }) });

const preview = (change: JsonObject) => createHandler([found]).handler.adoption({ ...checkInputs({}), ...change });

it.each<[string, JsonObject, string | undefined]>([
  ["nothing", {}, undefined],
  ["what is there already", { name: "as found", tags: { team: "data" } }, undefined],
  ["another tag", { tags: { a: "1" } }, undefined],
  [
    "everything",
    { name: "mine", tags: { team: "mine", a: "1" }, exclusiveTags: true },
    'changes name: "as found" → "mine", tags.team: "data" → "mine"; removes tags.stage',
  ],
  ["a tag to be removed", { tags: { stage: null, other: null } }, "removes tags.stage"],
  [
    "values that are known later",
    { name: new Unknown(), tags: { team: new Unknown() } },
    'changes name: "as found" → known later, tags.team: "data" → known later',
  ],
  ["tags that are known later", { tags: new Unknown(), exclusiveTags: true }, undefined],
])("a preview of a creation says what is overwritten and removed: %s", async (_, change, effects) => {
  expect(await preview(change)).toEqual({ failures: [], effects });
});

it("a preview of a creation refuses a read-only tag", async () => {
  const reason =
    'cannot be set: the tag "fixed" of this snapshot is read-only: the platform refuses every change. Remove it from `tags`';
  expect((await preview({ tags: { fixed: "mine" } }))?.failures).toEqual([{ property: "tags", reason }]);
});

it.each<[string, JsonObject, JsonObject, string | undefined]>([
  ["turned on", { tags: { team: "data" } }, { tags: { team: "data" }, exclusiveTags: true }, "removes tags.stage"],
  ["turned on, with a tag less", { tags: { team: "data" } }, { exclusiveTags: true }, "removes tags.stage"],
  ["turned on, with a tag more", {}, { tags: { team: "x" }, exclusiveTags: true }, "removes tags.stage"],
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
