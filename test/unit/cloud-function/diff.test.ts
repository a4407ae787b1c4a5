import type { JsonObject } from "../../../provider/json";
import { Unknown } from "../../../provider/pulumi/unknown";
import { canonicalInputs } from "../../../provider/resources/cloud-function/canonical";
import { CloudFunctionHandler } from "../../../provider/resources/cloud-function/handler";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { args, id, inputsOf, optional, told } from "./functions";

const handler = new CloudFunctionHandler(() => {
  throw new Error("a comparison needs no connection");
});

const diff = (before: JsonObject, after: JsonObject, known: Partial<CloudFunctionState> = {}) =>
  handler.diff(id, { ...inputsOf(before), ...told, ...known }, canonicalInputs(args(after)));

it.each<[string, JsonObject, JsonObject]>([
  ["nothing", {}, {}],
  ["nothing of everything", optional, optional],
  ["the default of waiting written out", {}, { taskTimeoutSeconds: 2400 }],
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
    [`${key} declared no longer`, { [key]: value }, {}],
    [`${key} not known yet`, { [key]: value }, { [key]: new Unknown() }],
  ]),
  ["an empty description declared", {}, { description: "" }],
  ["no variables declared", {}, { envs: {} }],
  ["a variable", { envs: { A: "1" } }, { envs: { A: "2" } }],
  ["a variable not known yet", { envs: { A: "1" } }, { envs: { A: new Unknown() } }],
  ["a variable added", { envs: { A: "1" } }, { envs: { A: "1", B: "" } }],
  ["a variable removed", { envs: { A: "1", B: "2" } }, { envs: { A: "1" } }],
  ["one limit", optional, { ...optional, autoscaling: { minInstances: 2, maxInstances: 5 } }],
  ["one limit declared no longer", optional, { ...optional, autoscaling: { minInstances: 1 } }],
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
])("replaces, the old one first: %s", (_, after, replaces) => {
  expect(diff({}, after)).toEqual({ changes: true, replaces, deleteBeforeReplace: true });
});

it.each<[string, Partial<CloudFunctionState>, string | undefined]>([
  ["a task is pending", { pendingTasks: ["t-1"] }, "waits first for the last change: task t-1"],
  ["tasks are pending", { pendingTasks: ["t-1", "t-2"] }, "waits first for the last change: tasks t-1, t-2"],
  ["a change without tasks is", { pendingTasks: [] }, "waits first until the last change is done"],
  ["the function was never seen", { functionId: undefined }, "finds out first whether the last `pulumi up` created it"],
  ["neither", {}, undefined],
])("whether the last operation is unfinished: %s", (_, known, unfinished) => {
  expect(diff(optional, optional, known)).toEqual({ changes: false, unfinished });
});

it("of what a refresh has seen is a change in place", () => {
  expect(diff({ description: "mine" }, { description: "mine" }, { description: "theirs" }).changes).toBe(true);
  expect(diff({}, {}, { runtime: "go2" })).toMatchObject({ replaces: ["runtime"] });
});

it("reads a state that holds more than this version knows", () => {
  const state = { ...inputsOf(optional), ...told, colour: "red" };
  expect(handler.diff(id, state, inputsOf(optional))).toEqual({ changes: false });
});
