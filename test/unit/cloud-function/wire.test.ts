import type { z } from "zod";
import type { Input, Output } from "@pulumi/pulumi";
import { readFunction } from "../../../provider/model/cloud-function";
import type { FunctionAnswer, FunctionRef } from "../../../provider/api/calls/functions";
import type { JsonObject } from "../../../provider/values/json";
import { expectTypes, type Same } from "../../same-types";
import { answer, args, code, checkInputs, optional, optionalAnswer, ref, computedOutputs } from "./functions";
import type { Autoscaling, CloudFunctionArgs } from "../../../provider/resources/cloud-function/args";
import type { CloudFunction } from "../../../provider/resources/cloud-function/resource";
import { traits } from "../../../provider/resources/cloud-function/traits";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import type { UnfinishedOperation } from "../../../provider/core/job";

/** What really goes over the wire. */
const overTheWire = (body: object): unknown => JSON.parse(JSON.stringify(body));

const optionless = { name: "resize", code_text: code, main_method: "Resize", runtime: "go1.16.6", timeout: 30 };
const least = { ...optionless, flavor: "80mCPU-128MB" };

const variables = { envs: { myKey: "a", my_key: "b", constructor: "c" } };
const emptyBody = { dependencies: "", description: "", envs: {} };
const empty = { dependencies: "", description: "", enableApiKey: false, envs: {}, disabled: false };

/** An answer without the fields that may be left out. */
function emptied(value: null | undefined): Partial<FunctionAnswer> {
  const fields = { dependencies: value, description: value, enable_api_key: value, envs: value, disabled: value };
  return { ...fields, autoscaling: value };
}

describe("the body of a creation", () => {
  it.each<[string, JsonObject, object]>([
    ["what is required", {}, {}],
    ["everything but disabled", optional, { ...optionalAnswer, disabled: undefined }],
    ["one limit of instances", { autoscaling: { maxInstances: 0 } }, { autoscaling: { max_instances: 0 } }],
    ["no limit of instances", { autoscaling: {} }, {}],
    ["empty, zero and false values", { ...empty, timeout: 0 }, { ...emptyBody, timeout: 0, enable_api_key: false }],
    ["names of variables unchanged", variables, variables],
  ])("has %s", (_, change, more) => {
    expect(overTheWire(functionKind.toCreateBody(checkInputs(change)))).toEqual({ ...least, ...more });
  });
});

describe("the state of an answer", () => {
  it("has the declared fields, as the platform has them, and the outputs", () => {
    const state = { ...args(), ...computedOutputs, taskTimeoutSeconds: 2400 };
    expect(functionKind.toState(ref, answer(), checkInputs())).toStrictEqual(state);
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
    expect(functionKind.toState(ref, answer(seen), inputs)).toStrictEqual({
      ...inputs,
      ...computedOutputs,
      ...expected,
    });
  });

  it("leaves out what the platform does not report", () => {
    const silent = answer({ endpoint: null, status: undefined, build_status: null, build_message: null });
    const more = { deploy_status: null, created_at: undefined };
    const state = { ...checkInputs(), functionId: "f-1001", adopted: false };
    expect(functionKind.toState(ref, { ...silent, ...more }, checkInputs())).toStrictEqual(state);
  });

  it("keeps the operation, and what only the resource knows", () => {
    const operation: UnfinishedOperation = { kind: "update", tasks: ["t"], unconfirmed: true };
    const own = { adopted: true, onDestroy: "delete", claim: "aaaa0001", operation } as const;
    const state = { ...checkInputs(), ...own };
    expect(functionKind.toState(ref, answer(), state)).toStrictEqual({ ...state, ...computedOutputs, ...own });
  });

  it("gives the inputs back", () => {
    const inputs = checkInputs({ ...optional, onDestroy: "retain", taskTimeoutSeconds: 5 });
    const operation: UnfinishedOperation = { kind: "update", tasks: ["t"] };
    expect(functionKind.toInputs({ ...inputs, ...computedOutputs, operation, claim: "aaaa0001" })).toStrictEqual(
      inputs,
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
  expect(functionKind.toPropertyPath(location)).toBe(path);
});

/** Section 2.6: argument, wire name (platform facts), and whether it is required. */
const contract = {
  name: { wire: "name", required: true },
  code: { wire: "code_text", required: true },
  mainMethod: { wire: "main_method", required: true },
  runtime: { wire: "runtime", required: true },
  flavor: { wire: "flavor", required: true },
  timeout: { wire: "timeout", required: true },
  autoscaling: { wire: "autoscaling", required: false },
  dependencies: { wire: "dependencies", required: false },
  description: { wire: "description", required: false },
  enableApiKey: { wire: "enable_api_key", required: false },
  envs: { wire: "envs", required: false },
} as const;

/** Section 4.5: the path parameters of the call that creates. */
const inPath = { projectId: "number", regionId: "number", namespace: "string", name: "string" } as const;
/** What only an update can send, and what controls how the resource treats the function. */
const own = ["disabled", "adopt", "onDestroy", "taskTimeoutSeconds"] as const;
/** What only the resource knows about the function; the claim is not an output. */
const ofResource = ["adopted"] as const;
/** What a program writes in place of `code`. */
type OfProgram = "codePath";
/** What is in the arguments and in the state in place of values of `envs`. */
type Names = "envsFrom";
/** What the platform reports of a function besides its arguments (platform facts, "Functions"). */
const answered = {
  functionId: "id",
  endpoint: "endpoint",
  status: "status",
  buildStatus: "build_status",
  buildMessage: "build_message",
  deployStatus: "deploy_status",
  createdAt: "created_at",
} as const;

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];
type ContractRequired = {
  [K in keyof typeof contract]: (typeof contract)[K]["required"] extends true ? K : never;
}[keyof typeof contract];
type Arguments = keyof typeof contract | keyof typeof inPath | (typeof own)[number];
type OutputNames = Exclude<
  { [K in keyof CloudFunction]: CloudFunction[K] extends Output<unknown> ? K : never }[keyof CloudFunction],
  "id" | "urn"
>;
type Plain<T> = T extends Input<infer V> ? V : never;

/** Schema, arguments, class and state have exactly these properties. */
interface TypesMatch {
  args: Same<keyof CloudFunctionArgs, Arguments | OfProgram | Names>;
  schema: Same<keyof z.infer<typeof functionKind.args>, Arguments | Names>;
  required: Same<RequiredKeys<CloudFunctionArgs>, Exclude<ContractRequired, "code"> | "namespace">;
  limits: Same<keyof Autoscaling, "minInstances" | "maxInstances">;
  timeout: Same<Plain<CloudFunctionArgs["timeout"]>, number>;
  outputs: Same<OutputNames, Exclude<Arguments, "adopt"> | keyof typeof answered | (typeof ofResource)[number]>;
  ref: Same<keyof FunctionRef, keyof typeof inPath>;
}

const everything = checkInputs({ ...optional, disabled: true, adopt: true, onDestroy: "retain" });
const ofSchema = Object.keys(functionKind.args.shape).filter((name) => name !== "envsFrom");
const wireNames = Object.values(contract).map(({ wire }) => wire);
const sorted = (names: readonly string[]) => [...new Set(names)].sort();

test("arguments, schema, class and state have the fields of the contract, and no more", () => {
  expectTypes<TypesMatch>();
  expect(sorted(ofSchema)).toEqual(sorted([...Object.keys(contract), ...Object.keys(inPath), ...own]));
  expect(sorted(Object.keys(everything))).toEqual(sorted(ofSchema));
});

test("the body of a creation has exactly the contract's fields", () => {
  expect(sorted(Object.keys(functionKind.toCreateBody(everything)))).toEqual(sorted(wireNames));
  const required = Object.values(contract).filter((field) => field.required);
  expect(sorted(Object.keys(functionKind.toCreateBody(checkInputs())))).toEqual(
    sorted(required.map(({ wire }) => wire)),
  );
});

test("the body of an update takes all arguments but those that replace the function", () => {
  const fixed = ["projectId", "regionId", "namespace", "name", "runtime"];
  expect(traits.replacedBy).toEqual(fixed);
  const changeable = Object.entries(contract).filter(([key]) => !fixed.includes(key));
  expect(sorted(functionKind.changeable)).toEqual(sorted([...changeable.map(([key]) => key), "disabled"]));
  const body = functionKind.buildPatch(answer(), functionKind.pickDeclared(everything), {}, true) ?? {};
  expect(sorted(Object.keys(body))).toEqual(sorted([...changeable.map(([, { wire }]) => wire), "disabled"]));
});

test("every optional argument but autoscaling has a value that empties it", () => {
  const leftOut = Object.entries(contract).filter(([key, { required }]) => !required && key !== "autoscaling");
  expect(sorted(Object.keys(functionKind.emptyValues))).toEqual(sorted([...leftOut.map(([key]) => key), "disabled"]));
});

test("the outputs are exactly the fields of the platform's answer", () => {
  const full = answer();
  expect(sorted(Object.keys(full))).toEqual(sorted([...wireNames, "disabled", ...Object.values(answered)]));
  const operation: UnfinishedOperation = { kind: "update", tasks: ["t"] };
  const state: JsonObject = { ...functionKind.toState(ref, full, { ...everything, operation, claim: "aaaa0001" }) };
  expect(state).toMatchObject(computedOutputs);
  expect(sorted(Object.keys(state))).toEqual(
    sorted([
      ...ofSchema.filter((name) => name !== "adopt"),
      ...Object.keys(answered),
      ...ofResource,
      "operation",
      "claim",
    ]),
  );
});

test("reads every field of a function without declarations", () => {
  expect(sorted(Object.keys(functionKind.pickDeclared(readFunction(answer()))))).toEqual(
    sorted(functionKind.changeable),
  );
  const { autoscaling, code, timeout } = functionKind.pickDeclared(readFunction(answer()));
  expect([autoscaling, code, timeout]).toEqual([{ minInstances: 0, maxInstances: 1 }, args().code, 30]);
});
