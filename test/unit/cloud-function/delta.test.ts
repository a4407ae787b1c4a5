import type { FunctionAnswer } from "../../../provider/api/calls/functions";
import type { JsonObject } from "../../../provider/values/json";
import { answer, checkInputs, optional, optionalAnswer } from "./functions";
import { functionKind } from "../../../provider/resources/cloud-function/handler";

type Answered = Partial<FunctionAnswer>;

const limits = (min_instances?: number | null, max_instances?: number | null) => ({
  autoscaling: { min_instances, max_instances },
});
/** The argument for limits; `undefined` leaves one out. */
const instances = (minInstances?: number, maxInstances?: number) => ({
  autoscaling: JSON.parse(JSON.stringify({ minInstances, maxInstances })) as object,
});
const envs = (variables: Record<string, string>) => ({ envs: variables });

const full = optionalAnswer;
const asNull = { description: null, dependencies: null, envs: null, enable_api_key: null, disabled: null };
const empty = { description: "", dependencies: "", envs: {}, enableApiKey: false, disabled: false };
const emptied = { description: "", dependencies: "", envs: {}, enable_api_key: false, disabled: false };
const unreported = { disabled: undefined };

/** What the platform has otherwise than created, what was declared before, what is declared, and what is sent. */
type Row = [title: string, on: Answered, before: JsonObject, wanted: JsonObject, patch: object | undefined];

const eachFieldAlone: Row[] = [
  ["code", {}, {}, { code: "new" }, { code_text: "new" }],
  ["mainMethod", {}, {}, { mainMethod: "Other" }, { main_method: "Other" }],
  ["flavor", {}, {}, { flavor: "big" }, { flavor: "big" }],
  ["timeout", {}, {}, { timeout: 31 }, { timeout: 31 }],
  ["timeout 0", {}, {}, { timeout: 0 }, { timeout: 0 }],
  ["dependencies", {}, {}, { dependencies: "d" }, { dependencies: "d" }],
  ["description", {}, {}, { description: "d" }, { description: "d" }],
  ["enableApiKey", {}, {}, { enableApiKey: true }, { enable_api_key: true }],
  ["envs", {}, {}, envs({ A: "1" }), envs({ A: "1" })],
  ["disabled", {}, {}, { disabled: true }, { disabled: true }],
  ["both limits", {}, {}, instances(2, 3), limits(2, 3)],
  ["the lower limit", limits(1, 5), {}, instances(2), limits(2, 5)],
  ["the lower limit of two that are declared", limits(1, 5), {}, instances(2, 5), limits(2, 5)],
  ["the upper limit", limits(1, 5), {}, instances(undefined, 9), limits(1, 9)],
  ["limits of 0", limits(1, 5), {}, instances(0, 0), limits(0, 0)],
  ["no limit that is null, as limits are numbers", limits(1, null), {}, instances(2), limits(2)],
  [
    "no keys of autoscaling that the contract does not have",
    { autoscaling: { min_instances: 1, max_instances: 5, cooldown: 60 } },
    {},
    instances(2),
    limits(2, 5),
  ],
];

const cleared: Row[] = [
  ["an empty description", full, {}, { ...optional, description: "" }, { description: "" }],
  ["empty dependencies", full, {}, { ...optional, dependencies: "" }, { dependencies: "" }],
  ["no variables", full, {}, { ...optional, envs: {} }, { envs: {} }],
  ["false for true", full, {}, { ...optional, enableApiKey: false }, { enable_api_key: false }],
  ["false for disabled", full, {}, { ...optional, disabled: false }, { disabled: false }],
  ["what is empty already", {}, {}, empty, undefined],
  ["what the platform reports as null", asNull, {}, empty, undefined],
];

const notDeclared: Row[] = [
  ["nothing declared, everything set on the platform", full, {}, {}, undefined],
  ["changed by hand", { description: "by hand", envs: { A: "1" } }, {}, {}, undefined],
  ["limits that were set outside of Pulumi", limits(3, 9), {}, {}, undefined],
  ["as declared before", full, optional, optional, undefined],
  ["no longer declared", full, optional, {}, emptied],
  ["no longer declared, and already empty", {}, optional, {}, undefined],
  ["no longer declared, and no longer reported", asNull, optional, {}, undefined],
  ["limits no longer declared", full, instances(1), {}, undefined],
  ["one of two limits no longer declared", full, optional, { ...optional, ...instances(1) }, undefined],
  [
    "one no longer declared, another changed",
    full,
    optional,
    { ...optional, description: undefined, timeout: 31 },
    { description: "", timeout: 31 },
  ],
];

const variables: Row[] = [
  ["added", envs({ A: "1" }), {}, envs({ A: "1", B: "2" }), envs({ A: "1", B: "2" })],
  ["removed", envs({ A: "1", B: "2" }), {}, envs({ A: "1" }), envs({ A: "1" })],
  ["changed", envs({ A: "1", B: "2" }), {}, envs({ A: "1", B: "3" }), envs({ A: "1", B: "3" })],
  ["set to an empty text", envs({ A: "1" }), {}, envs({ A: "" }), envs({ A: "" })],
  ["in another order", envs({ A: "1", B: "2" }), {}, envs({ B: "2", A: "1" }), undefined],
  ["added by hand beside declared ones", envs({ A: "1", THEIRS: "x" }), {}, envs({ A: "1" }), envs({ A: "1" })],
];

const nothing = { code_text: null, flavor: null, timeout: undefined, main_method: null, autoscaling: null };
const notReported: Row[] = [
  ["disabled, declared as before", unreported, { disabled: true }, { disabled: true }, undefined],
  ["disabled, declared otherwise now", unreported, { disabled: true }, { disabled: false }, { disabled: false }],
  ["disabled, no longer declared", unreported, { disabled: true }, {}, { disabled: false }],
  ["disabled, declared for the first time", unreported, {}, { disabled: false }, { disabled: false }],
  ["fields that are declared as before", nothing, instances(1), instances(1), undefined],
  ["fields declared otherwise", nothing, {}, { code: "n", timeout: 31 }, { code_text: "n", timeout: 31 }],
  ["a limit that is declared otherwise than before", nothing, instances(1), instances(2), limits(2)],
  ["one limit of two", limits(1, null), instances(1, 5), instances(2, 5), limits(2, 5)],
];

describe.each([
  ["one field alone", eachFieldAlone],
  ["what is cleared", cleared],
  ["what is not declared", notDeclared],
  ["variables, always as a whole", variables],
  ["what the platform does not report", notReported],
])("the change for %s:", (_, rows) => {
  it.each(rows)("%s", (_title, on, before, wanted, patch) => {
    const [from, to] = [before, wanted].map((change) => functionKind.pickDeclared(checkInputs(change)));
    const sent = functionKind.buildPatch(answer(on), to ?? {}, from);
    // What really goes over the wire.
    expect(sent && JSON.parse(JSON.stringify(sent))).toEqual(patch);
  });
});

it.each<[string, JsonObject, Answered, string[]]>([
  ["none", {}, {}, []],
  ["none with every argument given", optional, full, []],
  ["none for fields that are not reported", {}, { runtime: null, code_text: null, flavor: undefined }, []],
  ["the runtime", {}, { runtime: "go2" }, ["runtime"]],
  ["the code", {}, { code_text: "x" }, ["code"]],
  ["fields that were not sent", {}, { description: "theirs", envs: { A: "1" } }, ["description", "envs"]],
  ["several fields", { timeout: 1 }, { flavor: "x", runtime: "go2" }, ["flavor", "runtime", "timeout"]],
  ["limits that were sent", instances(2), {}, ["autoscaling"]],
  ["none for limits that were not sent", {}, limits(9, 9), []],
  ["none for disabled, which is sent later", { disabled: true }, {}, []],
  ["none for disabled if it was set outside of Pulumi", {}, { disabled: true }, []],
])("the differences between a function and what was sent are: %s", (_, sent, found, fields) => {
  expect(functionKind.findDifferences(answer(found), checkInputs(sent)).sort()).toEqual(fields);
});

describe("a function counts as in transition", () => {
  const at = (status: string | null, build_status: string | null = null) =>
    functionKind.findTransition({ name: "n", status, build_status });
  const working = ["new", "pending", "creating", "BUILDING", "deploying", "Updating", "deleting"];
  const final = ["active", "created", "deployed", "updated", "built", "deleted", "error", "build failed", "newest", ""];

  it.each(working)("with the status %s", (word) => {
    expect([at(word), at(null, word), at("active", word)]).toEqual([word, word, word]);
  });

  it.each([...final, null])("but not with the status %p", (word) => {
    expect([at(word), at(null, word)]).toEqual([undefined, undefined]);
  });
});
