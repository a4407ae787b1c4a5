import type { JsonObject } from "../../../provider/json";
import { Unknown } from "../../../provider/core/unknown";
import { normalizeInputs, declaredIn } from "../../../provider/resources/cloud-function/normalize";
import { args, optional } from "./functions";

const normalized = { ...args(), taskTimeoutSeconds: 2400 };
const later = new Unknown();

it.each<[string, JsonObject, JsonObject]>([
  ["defaults are filled in", {}, {}],
  ["everything is kept", optional, optional],
  ["an own limit of waiting", { taskTimeoutSeconds: 0 }, { taskTimeoutSeconds: 0 }],
  [
    "what is null says nothing",
    Object.fromEntries(Object.keys({ ...optional, taskTimeoutSeconds: 0 }).map((key) => [key, null])),
    {},
  ],
  ["to adopt, and what becomes of it", { adopt: true, onDestroy: "delete" }, { adopt: true, onDestroy: "delete" }],
  ["not to adopt says nothing", { adopt: false, onDestroy: null }, {}],
  ["no limits of instances say nothing", { autoscaling: {} }, {}],
  ["limits that are null say nothing", { autoscaling: { minInstances: null, maxInstances: undefined } }, {}],
  ["one limit", { autoscaling: { minInstances: 0, maxInstances: null } }, { autoscaling: { minInstances: 0 } }],
  [
    "empty texts, empty maps, zeros and false are values",
    { dependencies: "", description: "", envs: {}, timeout: 0, enableApiKey: false, disabled: false },
    { dependencies: "", description: "", envs: {}, timeout: 0, enableApiKey: false, disabled: false },
  ],
  [
    "what is not known yet is kept",
    { code: later, autoscaling: later, envs: { A: later }, taskTimeoutSeconds: later },
    { code: later, autoscaling: later, envs: { A: later }, taskTimeoutSeconds: later },
  ],
])("%s", (_, change, expected) => {
  expect(normalizeInputs(args(change))).toStrictEqual({ ...normalized, ...expected });
});

it("keeps a limit that is not known yet", () => {
  const autoscaling = { minInstances: later, maxInstances: 5 };
  expect(normalizeInputs(args({ autoscaling })).autoscaling).toEqual(autoscaling);
});

it("keeps what is normalized already", () => {
  const once = normalizeInputs(args(optional));
  expect(normalizeInputs({ ...once })).toStrictEqual(once);
});

it("takes project and region from the scope only where there is none", () => {
  expect(normalizeInputs(args({ projectId: undefined }), { projectId: 1, regionId: 2 })).toMatchObject({
    projectId: 1,
    regionId: 7,
  });
  expect(normalizeInputs(args({ projectId: undefined }))).not.toHaveProperty("projectId");
});

it("of what changes in place is what is declared of it", () => {
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
  expect(declaredIn({ ...state, ...changeable })).toStrictEqual(changeable);
  expect(declaredIn(state)).toStrictEqual({});
});
