import type { JsonObject } from "../../../provider/values/json";
import { withContext } from "../core/with-context";
import { args, id, checkInputs, optional, computedOutputs } from "./functions";
import { TaskHandler } from "../../../provider/tasks/handler";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import type { CloudFunctionState } from "./functions";
import { Unknown } from "../../../provider/core/tree";

const handler = withContext(
  new TaskHandler(functionKind, () => {
    throw new Error("a comparison needs no connection");
  }),
);

const diff = (before: JsonObject, after: JsonObject, known: Partial<CloudFunctionState> = {}) =>
  handler.diff(
    id,
    { ...checkInputs(before), ...computedOutputs, ...known },
    functionKind.check(args(after), {}).inputs,
  );

it.each<[string, JsonObject, JsonObject]>([
  ["only required arguments, unchanged", {}, {}],
  ["every argument, unchanged", optional, optional],
  ["the default of taskTimeoutSeconds written out", {}, { taskTimeoutSeconds: 2400 }],
  ["no limits of instances written out", {}, { autoscaling: {} }],
  ["the order of variables", { envs: { A: "1", B: "2" } }, { envs: { B: "2", A: "1" } }],
])("no change: %s", (_, before, after) => {
  expect(diff(before, after)).toEqual({ changes: false });
});

it.each<[string, JsonObject, JsonObject]>([
  ["code", {}, { code: "new" }],
  ["mainMethod", {}, { mainMethod: "Other" }],
  ["flavor", {}, { flavor: "big" }],
  ["timeout", {}, { timeout: 0 }],
  ["taskTimeoutSeconds", {}, { taskTimeoutSeconds: 0 }],
  ...Object.entries(optional).flatMap(([key, value]): [string, JsonObject, JsonObject][] => [
    [`${key} declared`, {}, { [key]: value }],
    [`${key} no longer declared`, { [key]: value }, {}],
    [`${key} not known yet`, { [key]: value }, { [key]: new Unknown() }],
  ]),
  ["an empty description declared", {}, { description: "" }],
  ["no variables declared", {}, { envs: {} }],
  ["a variable", { envs: { A: "1" } }, { envs: { A: "2" } }],
  ["a variable not known yet", { envs: { A: "1" } }, { envs: { A: new Unknown() } }],
  ["a variable added", { envs: { A: "1" } }, { envs: { A: "1", B: "" } }],
  ["a variable removed", { envs: { A: "1", B: "2" } }, { envs: { A: "1" } }],
  ["one limit", optional, { ...optional, autoscaling: { minInstances: 2, maxInstances: 5 } }],
  ["one limit no longer declared", optional, { ...optional, autoscaling: { minInstances: 1 } }],
])("changes in place: %s", (_, before, after) => {
  const { changes, replaces } = diff(before, after);
  expect([changes, replaces]).toEqual([true, undefined]);
});

it.each<[string, JsonObject, string[]]>([
  ["projectId", { projectId: 13 }, ["projectId"]],
  ["regionId", { regionId: 8 }, ["regionId"]],
  ["namespace", { namespace: "films" }, ["namespace"]],
  ["name", { name: "crop" }, ["name"]],
  ["runtime", { runtime: "go1.17" }, ["runtime"]],
  ["several", { name: "crop", runtime: "go1.17", code: "new" }, ["name", "runtime"]],
  ["a name not known yet", { name: new Unknown() }, ["name"]],
  ["a runtime not known yet", { runtime: new Unknown() }, ["runtime"]],
])("replaces: %s", (_, after, replaces) => {
  // Under its own name the old function has to go first.
  const deletesLast = replaces.join() !== "runtime";
  expect(diff({}, after)).toEqual({ changes: true, replaces, deletesLast, givesUp: true });
});

it("an imported function whose answer had no runtime is not replaced", () => {
  expect(diff(optional, optional, { runtime: undefined }).replaces).toBeUndefined();
});

it("an unfinished operation is a change", () => {
  const operation = { kind: "update", tasks: ["t-1"] } as const;
  const unfinished = "first waits for the last change: task t-1";
  expect(diff(optional, optional, { operation })).toEqual({ changes: false, unfinished });
  expect(diff(optional, optional)).toEqual({ changes: false });
});

it.each<[string, JsonObject, JsonObject, Partial<CloudFunctionState>, boolean]>([
  ["declared", {}, { onDestroy: "retain" }, {}, true],
  ["declared otherwise", { onDestroy: "retain" }, { onDestroy: "delete" }, { adopted: true }, true],
  ["no longer declared", { onDestroy: "retain" }, {}, {}, true],
  ["the same", { onDestroy: "retain" }, { onDestroy: "retain" }, { adopted: true }, false],
])("onDestroy is a change or not: %s", (_, before, after, known, changes) => {
  expect(diff(before, after, known).changes).toBe(changes);
});

it.each<[string, JsonObject, JsonObject, Partial<CloudFunctionState>]>([
  ["is added", {}, { adopt: true }, {}],
  ["stays", { adopt: true }, { adopt: true }, { adopted: true }],
  ["is removed", { adopt: true }, {}, { adopted: true }],
  ["is false", {}, { adopt: false }, {}],
])("adopt makes no difference once the resource exists: it %s", (_, before, after, known) => {
  const state = { ...checkInputs({ ...before, adopt: undefined }), ...computedOutputs, ...known };
  expect(handler.diff(id, state, checkInputs(after))).toEqual({ changes: false });
});

it.each<[string, JsonObject, Partial<CloudFunctionState>, boolean]>([
  ["created by the resource", {}, {}, true],
  ["adopted, with onDestroy: delete", { onDestroy: "delete" }, { adopted: true }, true],
  ["adopted", {}, { adopted: true }, false],
])("a replacement gives the function up: %s", (_, before, known, givesUp) => {
  const state: CloudFunctionState = { ...checkInputs(before), ...computedOutputs, ...known };
  const replace = (change: JsonObject) => handler.diff(id, state, checkInputs({ ...before, ...change }));
  expect(replace({ code: "new" }).givesUp).toBeUndefined();
  expect(replace({ name: "crop" }).givesUp).toBe(givesUp);
  expect(replace({ runtime: "go2" }).givesUp).toBe(givesUp);
});

it.each<[string, JsonObject, Partial<CloudFunctionState>]>([
  ["with onDestroy: retain", { onDestroy: "retain" }, {}],
  ["adopted", {}, { adopted: true }],
])("a retained function cannot be replaced under its name: %s", (_, before, known) => {
  const state: CloudFunctionState = { ...checkInputs(before), ...computedOutputs, ...known };
  const replace = (change: JsonObject) =>
    handler.diff(id, state, functionKind.check(args({ ...before, ...change }), {}).inputs);
  expect(replace({ runtime: "go2" }).problem?.message).toBe(
    'runtime cannot change in place, and the retained function "resize" keeps its name. To replace it, first run `pulumi up` ' +
      'with onDestroy: "delete" alone; to keep it, give the new function another name',
  );
  expect(replace({ runtime: "go2", onDestroy: "delete" }).problem?.message).toContain("keeps its name");
  expect(replace({ runtime: "go2", name: "crop" })).toMatchObject({
    replaces: ["name", "runtime"],
    problem: undefined,
  });
  expect(replace({ runtime: new Unknown() })).toMatchObject({ replaces: ["runtime"], problem: undefined });
});

it("a difference found by a refresh is a change in place, or a replacement for the runtime", () => {
  expect(diff({ description: "mine" }, { description: "mine" }, { description: "theirs" }).changes).toBe(true);
  expect(diff({}, {}, { runtime: "go2" })).toMatchObject({ replaces: ["runtime"] });
});

it("a replacement says that a new onDestroy comes too late for the old function", () => {
  expect(diff({}, { runtime: "go2", onDestroy: "retain" }).effects).toBe(
    'the old function is deleted, because onDestroy: "retain" is for the new one. To apply it to the old one, first run ' +
      "`pulumi up` with that change alone",
  );
  expect(diff({ onDestroy: "retain" }, { name: "crop", onDestroy: "delete" }).effects).toContain("stays as it is");
  expect(diff({ onDestroy: "retain" }, { name: "crop", onDestroy: "retain" }).effects).toBeUndefined();
  expect(diff({ onDestroy: "retain" }, { name: "crop" }).effects).toContain("stays as it is");
  const adopted = { adopted: true };
  expect(diff({ onDestroy: "delete" }, { name: "crop" }, adopted).effects).toContain("is deleted");
  expect(diff({ onDestroy: "retain" }, { name: "crop" }, adopted).effects).toBeUndefined();
  expect(diff({}, { name: "crop" }, adopted).effects).toBeUndefined();
  expect(diff({}, { onDestroy: "retain" }).effects).toBeUndefined();
});
