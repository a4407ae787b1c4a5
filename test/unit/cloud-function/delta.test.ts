import type { FunctionAnswer } from "../../../provider/api/calls/functions";
import type { JsonObject } from "../../../provider/values/json";
import { pickDeclared } from "../../../provider/resources/cloud-function/normalize";
import { findDifferences, buildPatch, findTransition } from "../../../provider/resources/cloud-function/delta";
import { answer, checkInputs, optional } from "./functions";

const limits = (min: number | null, max: number | null) => ({
  autoscaling: { min_instances: min, max_instances: max },
});
const full = answer({
  ...limits(1, 5),
  dependencies: optional.dependencies,
  description: optional.description,
  enable_api_key: true,
  envs: optional.envs,
  disabled: true,
});

interface Row {
  /** What is on the platform. @default the function as it was created from the arguments */
  on?: FunctionAnswer;
  before?: JsonObject;
  wanted: JsonObject;
  patch: object | undefined;
}

const eachFieldAlone: Record<string, Row> = {
  code: { wanted: { code: "new" }, patch: { code_text: "new" } },
  mainMethod: { wanted: { mainMethod: "Other" }, patch: { main_method: "Other" } },
  flavor: { wanted: { flavor: "big" }, patch: { flavor: "big" } },
  timeout: { wanted: { timeout: 31 }, patch: { timeout: 31 } },
  "timeout 0": { wanted: { timeout: 0 }, patch: { timeout: 0 } },
  dependencies: { wanted: { dependencies: "d" }, patch: { dependencies: "d" } },
  description: { wanted: { description: "d" }, patch: { description: "d" } },
  enableApiKey: { wanted: { enableApiKey: true }, patch: { enable_api_key: true } },
  envs: { wanted: { envs: { A: "1" } }, patch: { envs: { A: "1" } } },
  disabled: { wanted: { disabled: true }, patch: { disabled: true } },
  "both limits": {
    wanted: { autoscaling: { minInstances: 2, maxInstances: 3 } },
    patch: { autoscaling: { min_instances: 2, max_instances: 3 } },
  },
  "the lower limit": {
    on: answer(limits(1, 5)),
    wanted: { autoscaling: { minInstances: 2 } },
    patch: { autoscaling: { min_instances: 2, max_instances: 5 } },
  },
  "the lower limit of two that are declared": {
    on: answer(limits(1, 5)),
    wanted: { autoscaling: { minInstances: 2, maxInstances: 5 } },
    patch: { autoscaling: { min_instances: 2, max_instances: 5 } },
  },
  "the upper limit": {
    on: answer(limits(1, 5)),
    wanted: { autoscaling: { maxInstances: 9 } },
    patch: { autoscaling: { min_instances: 1, max_instances: 9 } },
  },
  "limits of 0": {
    on: answer(limits(1, 5)),
    wanted: { autoscaling: { minInstances: 0, maxInstances: 0 } },
    patch: { autoscaling: { min_instances: 0, max_instances: 0 } },
  },
};

const cleared: Record<string, Row> = {
  "an empty description": { on: full, wanted: { ...optional, description: "" }, patch: { description: "" } },
  "empty dependencies": { on: full, wanted: { ...optional, dependencies: "" }, patch: { dependencies: "" } },
  "no variables": { on: full, wanted: { ...optional, envs: {} }, patch: { envs: {} } },
  "false for true": {
    on: full,
    wanted: { ...optional, enableApiKey: false, disabled: false },
    patch: { enable_api_key: false, disabled: false },
  },
  "what is empty already": {
    wanted: { description: "", dependencies: "", envs: {}, enableApiKey: false, disabled: false },
    patch: undefined,
  },
  "what the platform reports as null": {
    on: answer({ description: null, dependencies: null, envs: null, enable_api_key: null, disabled: null }),
    wanted: { description: "", dependencies: "", envs: {}, enableApiKey: false, disabled: false },
    patch: undefined,
  },
};

const notDeclared: Record<string, Row> = {
  "nothing declared, everything set on the platform": { on: full, wanted: {}, patch: undefined },
  "changed by hand": { on: answer({ description: "by hand", envs: { A: "1" } }), wanted: {}, patch: undefined },
  "limits that were set outside of Pulumi": { on: answer(limits(3, 9)), wanted: {}, patch: undefined },
  "no longer declared": {
    on: full,
    before: optional,
    wanted: {},
    patch: { dependencies: "", description: "", enable_api_key: false, envs: {}, disabled: false },
  },
  "no longer declared, and already empty": { before: optional, wanted: {}, patch: undefined },
  "no longer declared, and no longer reported": {
    on: answer({ dependencies: null, description: null, enable_api_key: null, envs: null, disabled: null }),
    before: optional,
    wanted: {},
    patch: undefined,
  },
  "limits no longer declared": { on: full, before: { autoscaling: { minInstances: 1 } }, wanted: {}, patch: undefined },
  "one of two limits no longer declared": {
    on: full,
    before: optional,
    wanted: { ...optional, autoscaling: { minInstances: 1 } },
    patch: undefined,
  },
  "one no longer declared, another changed": {
    on: full,
    before: optional,
    wanted: { ...optional, description: undefined, timeout: 31 },
    patch: { description: "", timeout: 31 },
  },
};

const variables: Record<string, Row> = {
  added: {
    on: answer({ envs: { A: "1" } }),
    wanted: { envs: { A: "1", B: "2" } },
    patch: { envs: { A: "1", B: "2" } },
  },
  removed: { on: answer({ envs: { A: "1", B: "2" } }), wanted: { envs: { A: "1" } }, patch: { envs: { A: "1" } } },
  changed: {
    on: answer({ envs: { A: "1", B: "2" } }),
    wanted: { envs: { A: "1", B: "3" } },
    patch: { envs: { A: "1", B: "3" } },
  },
  "set to an empty text": { on: answer({ envs: { A: "1" } }), wanted: { envs: { A: "" } }, patch: { envs: { A: "" } } },
  "in another order": {
    on: answer({ envs: { A: "1", B: "2" } }),
    wanted: { envs: { B: "2", A: "1" } },
    patch: undefined,
  },
  "added by hand beside declared ones": {
    on: answer({ envs: { A: "1", THEIRS: "x" } }),
    wanted: { envs: { A: "1" } },
    patch: { envs: { A: "1" } },
  },
};

const notReported: Record<string, Row> = {
  "disabled, declared as before": {
    on: answer({ disabled: undefined }),
    before: { disabled: true },
    wanted: { disabled: true },
    patch: undefined,
  },
  "disabled, declared otherwise than before": {
    on: answer({ disabled: undefined }),
    before: { disabled: true },
    wanted: { disabled: false },
    patch: { disabled: false },
  },
  "disabled, no longer declared": {
    on: answer({ disabled: undefined }),
    before: { disabled: true },
    wanted: {},
    patch: { disabled: false },
  },
  "disabled, declared for the first time": {
    on: answer({ disabled: undefined }),
    wanted: { disabled: false },
    patch: { disabled: false },
  },
  "fields that are declared as before": {
    on: answer({ code_text: null, flavor: null, timeout: undefined, main_method: null, autoscaling: null }),
    before: { autoscaling: { minInstances: 1 } },
    wanted: { autoscaling: { minInstances: 1 } },
    patch: undefined,
  },
  "fields that are declared otherwise than before": {
    on: answer({ code_text: null, timeout: undefined }),
    before: {},
    wanted: { code: "new", timeout: 31 },
    patch: { code_text: "new", timeout: 31 },
  },
  "a limit that is declared otherwise than before": {
    on: answer({ autoscaling: null }),
    before: { autoscaling: { minInstances: 1 } },
    wanted: { autoscaling: { minInstances: 2 } },
    patch: { autoscaling: { min_instances: 2 } },
  },
  "one limit of two": {
    on: answer(limits(1, null)),
    before: { autoscaling: { minInstances: 1, maxInstances: 5 } },
    wanted: { autoscaling: { minInstances: 2, maxInstances: 5 } },
    patch: { autoscaling: { min_instances: 2, max_instances: 5 } },
  },
};

describe.each([
  ["one field alone", eachFieldAlone],
  ["what is cleared", cleared],
  ["what is not declared", notDeclared],
  ["variables, always as a whole", variables],
  ["what the platform does not report", notReported],
])("the change for %s:", (_, rows) => {
  it.each(Object.entries(rows))("%s", (_name, { on = answer(), before = {}, wanted, patch }) => {
    const [from, to] = [before, wanted].map((change) => pickDeclared(checkInputs(change)));
    expect(buildPatch(on, to ?? {}, from)).toEqual(patch);
  });
});

it("there is no change for an unchanged function", () => {
  expect(buildPatch(full, pickDeclared(checkInputs(optional)), pickDeclared(checkInputs(optional)))).toBeUndefined();
});

describe("the differences between a function and what was sent", () => {
  it.each<[string, JsonObject, FunctionAnswer, string[]]>([
    ["none", {}, answer(), []],
    ["none with every argument given", optional, full, []],
    ["none for fields that are not reported", {}, answer({ runtime: null, code_text: null, flavor: undefined }), []],
    ["the runtime", {}, answer({ runtime: "go2" }), ["runtime"]],
    ["the code", {}, answer({ code_text: "x" }), ["code"]],
    ["fields that were not sent", {}, answer({ description: "theirs", envs: { A: "1" } }), ["description", "envs"]],
    ["several fields", { timeout: 1 }, answer({ flavor: "x", runtime: "go2" }), ["runtime", "flavor", "timeout"]],
    ["limits that were sent", { autoscaling: { minInstances: 2 } }, answer(), ["autoscaling"]],
    ["none for limits that were not sent", {}, answer(limits(9, 9)), []],
    ["none for disabled, which is sent later", { disabled: true }, answer(), []],
    ["none for disabled if it was set outside of Pulumi", {}, answer({ disabled: true }), []],
  ])("are: %s", (_, sent, found, fields) => {
    expect(findDifferences(found, checkInputs(sent)).sort()).toEqual([...fields].sort());
  });
});

describe("a function counts as in transition", () => {
  const at = (status: string | null, build_status: string | null = null) =>
    findTransition({ name: "n", status, build_status });

  it.each(["new", "pending", "creating", "BUILDING", "deploying", "Updating", "deleting"])(
    "with the status %s",
    (word) => {
      expect([at(word), at(null, word), at("active", word)]).toEqual([word, word, word]);
    },
  );

  it.each([
    "active",
    "created",
    "deployed",
    "updated",
    "built",
    "deleted",
    "error",
    "build failed",
    "newest",
    "",
    null,
  ])("but not with the status %p", (word) => {
    expect([at(word), at(null, word)]).toEqual([undefined, undefined]);
  });
});
