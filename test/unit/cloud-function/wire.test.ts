import { formatFunctionId, parseFunctionId } from "../../../provider/model/resource-ids";
import type { FunctionAnswer } from "../../../provider/api/calls/functions";
import type { UnfinishedOperation } from "../../../provider/core/reconcile";
import type { JsonObject } from "../../../provider/values/json";
import {
  toCreateBody,
  toInputs as inputsOfState,
  toPatchBody,
  toPropertyPath,
  toState,
} from "../../../provider/resources/cloud-function/wire";
import { answer, args, code, id, checkInputs, optional, ref, computedOutputs } from "./functions";

/** What really goes over the wire. */
const overTheWire = (body: object): unknown => JSON.parse(JSON.stringify(body));

const least = {
  name: "resize",
  code_text: code,
  main_method: "Resize",
  runtime: "go1.16.6",
  flavor: "80mCPU-128MB",
  timeout: 30,
};

const empty = { dependencies: "", description: "", enableApiKey: false, envs: {}, disabled: false };

/** An answer without the fields that may be left out. */
function emptied(value: null | undefined): Partial<FunctionAnswer> {
  const fields = { dependencies: value, description: value, enable_api_key: value, envs: value, disabled: value };
  return { ...fields, autoscaling: value };
}

describe("the body of a creation", () => {
  it.each<[string, JsonObject, object]>([
    ["what is required", {}, {}],
    [
      "everything but disabled",
      optional,
      {
        autoscaling: { min_instances: 1, max_instances: 5 },
        dependencies: optional.dependencies,
        description: optional.description,
        enable_api_key: true,
        envs: optional.envs,
      },
    ],
    ["one limit of instances", { autoscaling: { maxInstances: 0 } }, { autoscaling: { max_instances: 0 } }],
    ["no limit of instances", { autoscaling: {} }, {}],
    [
      "empty, zero and false values",
      { dependencies: "", description: "", envs: {}, timeout: 0, enableApiKey: false, disabled: false },
      { dependencies: "", description: "", envs: {}, timeout: 0, enable_api_key: false },
    ],
    [
      "names of variables unchanged",
      { envs: { myKey: "a", my_key: "b", constructor: "c" } },
      { envs: { myKey: "a", my_key: "b", constructor: "c" } },
    ],
  ])("has %s", (_, change, more) => {
    expect(overTheWire(toCreateBody(checkInputs(change)))).toEqual({ ...least, ...more });
  });
});

describe("the body of an update", () => {
  const there = answer({ autoscaling: { min_instances: 1, max_instances: 5 } });

  it.each<[string, JsonObject, FunctionAnswer, object]>([
    ["one field", { code: "new" }, there, { code_text: "new" }],
    [
      "several fields",
      { mainMethod: "M", flavor: "big", enableApiKey: true, disabled: true, timeout: 0, envs: {} },
      there,
      { main_method: "M", flavor: "big", enable_api_key: true, disabled: true, timeout: 0, envs: {} },
    ],
    [
      "one limit of instances, and the other as it is",
      { autoscaling: { minInstances: 2 } },
      there,
      { autoscaling: { min_instances: 2, max_instances: 5 } },
    ],
    [
      "one limit of instances if the platform reports none",
      { autoscaling: { minInstances: 2 } },
      answer({ autoscaling: null }),
      { autoscaling: { min_instances: 2 } },
    ],
    [
      "no keys of autoscaling that the contract does not have",
      { autoscaling: { minInstances: 2 } },
      answer({ autoscaling: { min_instances: 1, max_instances: 5, cooldown: 60 } }),
      { autoscaling: { min_instances: 2, max_instances: 5 } },
    ],
    [
      "no limit that is null, as limits are numbers",
      { autoscaling: { minInstances: 2 } },
      answer({ autoscaling: { min_instances: 1, max_instances: null } }),
      { autoscaling: { min_instances: 2 } },
    ],
  ])("has %s", (_, changed, seen, body) => {
    expect(overTheWire(toPatchBody(changed, seen))).toEqual(body);
  });
});

describe("the state of an answer", () => {
  it("has the declared fields, as the platform has them, and the outputs", () => {
    expect(toState(ref, answer(), checkInputs())).toStrictEqual({
      ...args(),
      ...computedOutputs,
      taskTimeoutSeconds: 2400,
    });
  });

  it.each<[string, JsonObject, Partial<FunctionAnswer>, JsonObject]>([
    ["a text that differs", { description: "mine" }, { description: "theirs" }, { description: "theirs" }],
    ["an empty value for null", optional, emptied(null), { ...empty, autoscaling: optional.autoscaling }],
    ["the previous value for an absent field", optional, emptied(undefined), {}],
    [
      "the previous value for a required field that is not reported",
      {},
      { code_text: null, main_method: undefined, flavor: null, timeout: null, runtime: null },
      {},
    ],
    [
      "only the limits that are declared",
      { autoscaling: { minInstances: 0 } },
      { autoscaling: { min_instances: 3, max_instances: 9 } },
      { autoscaling: { minInstances: 3 } },
    ],
    ["another runtime", {}, { runtime: "go2" }, { runtime: "go2" }],
    ["the name in place of a missing ID", {}, { id: null }, { functionId: "resize" }],
    ["a numeric ID as text", {}, { id: 77 }, { functionId: "77" }],
    ["nothing that is not declared", {}, { description: "theirs", envs: { A: "1" }, disabled: true }, {}],
    ["no unknown field", {}, { colour: "red" }, {}],
  ])("has %s", (_, declared, seen, expected) => {
    const inputs = checkInputs(declared);
    expect(toState(ref, answer(seen), inputs)).toStrictEqual({ ...inputs, ...computedOutputs, ...expected });
  });

  it("leaves out what the platform does not report", () => {
    const silent = answer({ endpoint: null, status: undefined, build_status: null, build_message: null });
    const more = { deploy_status: null, created_at: undefined };
    expect(toState(ref, { ...silent, ...more }, checkInputs())).toStrictEqual({
      ...checkInputs(),
      functionId: "f-1001",
      adopted: false,
    });
  });

  it("keeps the operation, and what only the resource knows", () => {
    const operation: UnfinishedOperation = { kind: "update", tasks: ["t"], unconfirmed: true };
    const own = { adopted: true, onDestroy: "delete", claim: "aaaa0001", operation } as const;
    expect(toState(ref, answer(), { ...checkInputs(), ...own })).toStrictEqual({
      ...checkInputs(),
      ...computedOutputs,
      ...own,
    });
  });

  it("gives the inputs back", () => {
    const inputs = checkInputs({ ...optional, onDestroy: "retain", taskTimeoutSeconds: 5 });
    const operation: UnfinishedOperation = { kind: "update", tasks: ["t"] };
    expect(inputsOfState({ ...inputs, ...computedOutputs, operation, claim: "aaaa0001" })).toStrictEqual(inputs);
  });
});

describe("the ID", () => {
  it("is read as it was written", () => {
    expect(formatFunctionId(ref)).toBe(id);
    expect(parseFunctionId(id)).toEqual(ref);
  });

  it.each([
    ...["", "resize", "12/7/resize", "12/7/images/", "12/7//resize", "a/7/images/resize", `${id}/x`, `/${id}`],
    ...["1e3/7/images/resize", "012/7/images/resize", `${"9".repeat(17)}/7/images/resize`, `${"9".repeat(400)}/7/a/b`],
  ])("%p is invalid", (wrong) => {
    expect(() => parseFunctionId(wrong)).toThrow(
      `"${wrong}" is not the ID of a function; the form is <project>/<region>/<namespace>/<name>`,
    );
  });
});

it.each([
  [["name"], "name"],
  [["code_text"], "code"],
  [["main_method"], "mainMethod"],
  [["enable_api_key"], "enableApiKey"],
  [["autoscaling", "min_instances"], "autoscaling.minInstances"],
  [["autoscaling.max_instances"], "autoscaling.maxInstances"],
  [["envs", "MY_KEY"], "envs.MY_KEY"],
  [["envs", "my_key"], "envs.my_key"],
  [["envs.my_key"], "envs.my_key"],
  [["envs"], "envs"],
  [[], ""],
])("the platform's location %p is %s", (location, path) => {
  expect(toPropertyPath(location)).toBe(path);
});
