import type { Connection } from "../../../provider/api/connection";
import type { JsonObject } from "../../../provider/values/json";
import { failureOf } from "../core/failure";
import { args, optional, ref } from "./functions";
import { TaskHandler } from "../../../provider/tasks/handler";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import { Unknown } from "../../../provider/core/tree";

/** What is refused, and arguments to which that applies. */
type Row = [property: string, reason: string, ...changes: JsonObject[]];

const ruler = "📏";
const later = new Unknown();
const x = (count: number) => "x".repeat(count);
const unknown = (near?: string) => `is not a property${near ? ` (did you mean "${near}"?)` : ""}; remove it`;
const forEach = (keys: string[], reason: string, ...values: unknown[]): Row[] =>
  keys.map((key) => [key, reason, ...values.map((value) => ({ [key]: value }))]);
const forEachLimit = (reason: string, value: unknown): Row[] =>
  ["minInstances", "maxInstances"].map((key) => [`autoscaling.${key}`, reason, { autoscaling: { [key]: value } }]);
const failuresOf = (change: JsonObject) => functionKind.check(args(change), {}).failures;

const labels = ["namespace", "name"];
const sixToFive = { minInstances: 6, maxInstances: 5 };
const texts = ["mainMethod", "runtime", "flavor"];
const labelRule = "must be 2 to 26 lowercase letters, digits and dashes, begin with a letter and not end with a dash";
const notLabels = ["", "a", "a".repeat(27), "1resize", "-resize", "resize-", "Resize", "reSize", "re_size", "re.size"];
const envNameRule =
  "must have a name of 1 to 255 Latin letters, digits and underscores that does not begin with a digit";
const notEnvNames = ["", "1ST", "MY-KEY", "MY KEY", "a.b", "GRÖSSE", "A\n"];

const refused: Row[] = [
  ...forEach([...labels, ...texts, "timeout"], "is required", undefined),
  ["code", "is required: give code or codePath", { code: undefined }],
  ...forEach([...labels, "code", ...texts, "dependencies", "description"], "must be a string, not a number", 7),
  ...forEach(["projectId", "regionId", "timeout", "taskTimeoutSeconds"], "must be a number, not a string", "30"),
  ...forEach(["projectId", "regionId", "timeout", "taskTimeoutSeconds"], "must be a whole number", 1.5),
  ...forEach(["enableApiKey", "disabled", "adopt"], "must be a boolean, not a string", "true"),
  ...forEach(["onDestroy"], 'must be one of "delete", "retain"', "restore", true),
  ...forEach(["autoscaling", "envs"], "must be an object, not an array", [1, 5]),
  ...forEachLimit("must be a number, not a string", "1"),
  ...forEachLimit("must be a whole number", 1.5),
  ["envs.PORT", "must be a string, not a number", { envs: { PORT: 80 } }],
  ...forEach(labels, labelRule, ...notLabels, "größe", "ab\n"),
  ...forEach(texts, "must not be blank", "", " "),
  ...forEach(["code"], "must not be empty", ""),
  ...forEach(["code"], "must have at most 100000 characters", x(100_001), ruler.repeat(100_001)),
  ...forEach(["mainMethod"], "must have at most 100 characters", x(101), ruler.repeat(101)),
  ...forEach(["timeout", "taskTimeoutSeconds"], "must be at least 0", -1),
  ...forEach(["timeout"], "must be at most 1805", 1806),
  ...forEachLimit("must be at least 0", -1),
  ...forEachLimit("must be at most 50", 51),
  ["autoscaling.minInstances", "must not be above maxInstances: 6 is above 5", { autoscaling: sixToFive }],
  ...forEach(["dependencies"], "must have at most 100000 characters", x(100_001)),
  ...forEach(["description"], "must have at most 255 characters", x(256), ruler.repeat(256)),
  ["envs.A", "must have at most 255 characters", { envs: { A: x(256) } }, { envs: { A: ruler.repeat(256) } }],
  ...forEach(["projectId", "regionId"], "must be at least 1", 0),
  ...notEnvNames.map((name): Row => [`envs[${JSON.stringify(name)}]`, envNameRule, { envs: { [name]: "v" } }]),
  [`envs.${x(256)}`, envNameRule, { envs: { [x(256)]: "v" } }],
  ["enviroment", unknown(), { enviroment: {} }],
  ["main_method", unknown("mainMethod"), { main_method: "x" }],
  ["code_text", unknown(), { code_text: "x" }],
  ["autoscaling.min_instances", unknown("minInstances"), { autoscaling: { min_instances: 1 } }],
  // The program has put the file's text into `code`.
  ["codePath", unknown(), { codePath: "a.go" }],
];

describe("check", () => {
  it.each(refused)("refuses: %s %s", (property, reason, ...changes) => {
    expect(changes.map(failuresOf)).toEqual(changes.map(() => [failureOf(property, reason)]));
  });

  it("reports everything at once, and no values of environment variables", () => {
    const secret = "token-7d793037";
    const envs = { "MY-KEY": secret, A: secret.repeat(30) };
    const wrong = {
      projectId: undefined,
      name: "Resize",
      code: undefined,
      timeout: 9999,
      autoscaling: sixToFive,
      envs,
    };
    const failures = failuresOf({ ...optional, ...wrong, flavor: undefined, flavour: "small" });
    const limits = ["autoscaling.minInstances", "code", "envs.A", 'envs["MY-KEY"]', "flavor", "flavour"];
    expect(failures.map(({ property }) => property).sort()).toEqual([...limits, "name", "projectId", "timeout"]);
    expect(JSON.stringify(failures)).not.toContain(secret);
  });

  it.each<[string, ...JsonObject[]]>([
    ["what is required, and everything", {}, optional],
    ["labels", ...["ab", "a0", "a-b", "a".repeat(26), "z--9"].map((label) => ({ name: label, namespace: label }))],
    ["code points, not bytes", { code: ruler.repeat(100_000), mainMethod: ruler.repeat(100) }, { code: "x" }],
    ["code points in optional texts", { dependencies: ruler.repeat(100_000), description: ruler.repeat(255) }],
    ["any runtime and flavor", { runtime: "python3.99", flavor: "8000mCPU-1TB" }],
    ["limits of instances", ...[{}, { minInstances: 50 }, { maxInstances: 0 }].map((autoscaling) => ({ autoscaling }))],
    ["equal limits", ...[0, 50].map((n) => ({ autoscaling: { minInstances: n, maxInstances: n } }))],
    ["what is empty", { dependencies: "", description: "", envs: {} }, { envs: { A: "" } }],
    ["a value of 255 code points", { envs: { A: ruler.repeat(255) } }],
    ["names of variables", { envs: { a: "", _: "", _1: "", aB_9: "", [x(255)]: "" } }],
    ["names that every object has", { envs: { constructor: "x", toString: "x", prototype: "x" } }],
    ["any time to run", { timeout: 0 }, { timeout: 1805 }],
    ["any time to wait", { taskTimeoutSeconds: 0 }, { taskTimeoutSeconds: 86_400 }],
    ["adopt, and each onDestroy", { adopt: true, onDestroy: "delete" }, { adopt: false, onDestroy: "retain" }],
  ])("accepts %s", (_, ...changes) => {
    expect(changes.flatMap(failuresOf)).toEqual([]);
  });

  const known = { ...args(optional), taskTimeoutSeconds: 5, adopt: true, onDestroy: "retain" };
  it.each<[string, JsonObject]>([
    ...Object.keys(known).map((key): [string, JsonObject] => [key, { [key]: later }]),
    ["a limit of instances", { autoscaling: { minInstances: later, maxInstances: 0 } }],
    ["the value of a variable", { envs: { A: later, B: "b" } }],
    ["everything", Object.fromEntries(Object.keys(known).map((key) => [key, later]))],
  ])("accepts what is not known yet: %s", (_, change) => {
    expect(failuresOf({ ...known, ...change })).toEqual([]);
  });
});

describe("project and region", () => {
  const none = { projectId: undefined, regionId: undefined };
  const handlerWith = (connect: () => Connection) => new TaskHandler(functionKind, connect);

  it("come from the arguments, or else from the configuration of the connection", () => {
    const check = (change: JsonObject) => functionKind.check(args(change), { projectId: 1, regionId: 2 });
    expect(check({}).inputs).toMatchObject({ projectId: ref.projectId, regionId: ref.regionId });
    expect(check({ projectId: undefined }).inputs).toMatchObject({ projectId: 1, regionId: ref.regionId });
    expect(check(none)).toMatchObject({ inputs: { projectId: 1, regionId: 2 }, failures: [] });
    const { inputs } = handlerWith(() => ({ scope: { projectId: 1, regionId: 2 } }) as Connection).check(args(none));
    expect(inputs).toMatchObject({ projectId: 1, regionId: 2 });
    expect(functionKind.check(args({ projectId: undefined }), {}).inputs).not.toHaveProperty("projectId");
  });
});

describe("normalized inputs", () => {
  const empty = { dependencies: "", description: "", envs: {}, timeout: 0, enableApiKey: false, disabled: false };
  const notKnown = { code: later, autoscaling: later, envs: { A: later }, taskTimeoutSeconds: later };
  const limits = { autoscaling: { minInstances: later, maxInstances: 5 } };
  const nothing = Object.fromEntries(Object.keys({ ...optional, taskTimeoutSeconds: 0 }).map((key) => [key, null]));

  it.each<[string, JsonObject, JsonObject?]>([
    ["have defaults", {}],
    ["have given values unchanged", optional, optional],
    ["have a given taskTimeoutSeconds unchanged", { taskTimeoutSeconds: 0 }, { taskTimeoutSeconds: 0 }],
    ["have nothing for null", nothing],
    ["have adopt and onDestroy unchanged", { adopt: true, onDestroy: "delete" }, { adopt: true, onDestroy: "delete" }],
    ["have nothing for adopt: false", { adopt: false, onDestroy: null }],
    ["have nothing for autoscaling without limits", { autoscaling: {} }],
    ["have nothing for limits that are null", { autoscaling: { minInstances: null, maxInstances: undefined } }],
    ["have one limit", { autoscaling: { minInstances: 0, maxInstances: null } }, { autoscaling: { minInstances: 0 } }],
    ["have empty texts, empty maps, zeros and false", empty, empty],
    ["have unknown values", notKnown, notKnown],
    ["have an unknown limit", limits, limits],
  ])("%s", (_, change, expected = {}) => {
    const once = functionKind.check(args(change), {}).inputs;
    expect(once).toStrictEqual({ ...args(), taskTimeoutSeconds: 2400, ...expected });
    expect(functionKind.check({ ...once }, {}).inputs).toStrictEqual(once);
  });

  it("of a state have only the declared arguments that can change in place", () => {
    const { projectId, regionId, namespace, name, runtime, ...changeable } = args(optional);
    const fixed = { projectId, regionId, namespace, name, runtime, adopted: false, claim: "aaaa0001" };
    const state = { ...fixed, functionId: "f-1", status: "active", operation: { kind: "update", tasks: [] } };
    expect(functionKind.pickDeclared({ ...state, ...changeable })).toStrictEqual(changeable);
    expect(functionKind.pickDeclared(state)).toStrictEqual({});
  });
});
