import type { JsonObject } from "../../../provider/values/json";
import { Unknown } from "../../../provider/core/unknown";
import { normalizeInputs, pickDeclared } from "../../../provider/resources/cloud-function/normalize";
import { args, optional } from "./functions";

const normalized = { ...args(), taskTimeoutSeconds: 2400 };
const later = new Unknown();

it.each<[string, JsonObject, JsonObject]>([
  ["defaults are filled in", {}, {}],
  ["given values stay unchanged", optional, optional],
  ["a given taskTimeoutSeconds stays unchanged", { taskTimeoutSeconds: 0 }, { taskTimeoutSeconds: 0 }],
  [
    "null counts as not given",
    Object.fromEntries(Object.keys({ ...optional, taskTimeoutSeconds: 0 }).map((key) => [key, null])),
    {},
  ],
  ["adopt and onDestroy stay unchanged", { adopt: true, onDestroy: "delete" }, { adopt: true, onDestroy: "delete" }],
  ["adopt: false counts as not given", { adopt: false, onDestroy: null }, {}],
  ["autoscaling without limits counts as not given", { autoscaling: {} }, {}],
  ["limits that are null count as not given", { autoscaling: { minInstances: null, maxInstances: undefined } }, {}],
  ["one limit", { autoscaling: { minInstances: 0, maxInstances: null } }, { autoscaling: { minInstances: 0 } }],
  [
    "empty texts, empty maps, zeros and false are values",
    { dependencies: "", description: "", envs: {}, timeout: 0, enableApiKey: false, disabled: false },
    { dependencies: "", description: "", envs: {}, timeout: 0, enableApiKey: false, disabled: false },
  ],
  [
    "unknown values stay unknown",
    { code: later, autoscaling: later, envs: { A: later }, taskTimeoutSeconds: later },
    { code: later, autoscaling: later, envs: { A: later }, taskTimeoutSeconds: later },
  ],
])("%s", (_, change, expected) => {
  expect(normalizeInputs(args(change))).toStrictEqual({ ...normalized, ...expected });
});

it("an unknown limit stays unknown", () => {
  const autoscaling = { minInstances: later, maxInstances: 5 };
  expect(normalizeInputs(args({ autoscaling })).autoscaling).toEqual(autoscaling);
});

it("normalized inputs stay the same", () => {
  const once = normalizeInputs(args(optional));
  expect(normalizeInputs({ ...once })).toStrictEqual(once);
});

it("project and region come from the scope only if they are not given", () => {
  expect(normalizeInputs(args({ projectId: undefined }), { projectId: 1, regionId: 2 })).toMatchObject({
    projectId: 1,
    regionId: 7,
  });
  expect(normalizeInputs(args({ projectId: undefined }))).not.toHaveProperty("projectId");
});

it("takes only declared arguments that can change in place from a state", () => {
  const { projectId, regionId, namespace, name, runtime, ...changeable } = args(optional);
  const state = {
    projectId,
    regionId,
    namespace,
    name,
    runtime,
    functionId: "f-1",
    status: "active",
    operation: { kind: "update", tasks: [] },
    adopted: false,
    claim: "aaaa0001",
  };
  expect(pickDeclared({ ...state, ...changeable })).toStrictEqual(changeable);
  expect(pickDeclared(state)).toStrictEqual({});
});
