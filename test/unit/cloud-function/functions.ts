import type { FunctionAnswer, FunctionRef } from "../../../provider/api/calls/functions";
import type { JsonObject } from "../../../provider/values/json";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import type { Inputs, State } from "../../../provider/tasks/kind";

/** What the hosts give the handler, and what it returns; the fields are those of `args.ts`. */
export type CloudFunctionInputs = Inputs;
export type CloudFunctionState = State;

export const ref: FunctionRef = { projectId: 12, regionId: 7, namespace: "images", name: "resize" };
export const id = "12/7/images/resize";
export const code = "package images // 📏";

const required = { ...ref, code, mainMethod: "Resize", runtime: "go1.16.6", flavor: "80mCPU-128MB", timeout: 30 };

/** A value for each optional argument. */
export const optional = {
  autoscaling: { minInstances: 1, maxInstances: 5 },
  dependencies: "require example.com/image v1.2.0",
  description: "makes images smaller",
  enableApiKey: true,
  envs: { BUCKET: "thumbnails", TOKEN: "token-7d793037" },
  disabled: true,
};

/** What the platform reports of them. */
export const optionalAnswer = {
  autoscaling: { min_instances: 1, max_instances: 5 },
  dependencies: optional.dependencies,
  description: optional.description,
  enable_api_key: true,
  envs: optional.envs,
  disabled: true,
};

/** Valid arguments with changes; `undefined` removes an argument. */
export function args(change: JsonObject = {}): JsonObject {
  return Object.fromEntries(Object.entries({ ...required, ...change }).filter(([, value]) => value !== undefined));
}

/** The inputs of valid arguments. */
export function checkInputs(change: JsonObject = {}): CloudFunctionInputs {
  const { inputs, failures } = functionKind.check(args(change), {});
  expect(failures).toEqual([]);
  return inputs;
}

/** The function that `args()` creates, with everything that the platform reports. */
export function answer(change: Partial<FunctionAnswer> = {}): FunctionAnswer {
  return {
    name: "resize",
    code_text: code,
    main_method: "Resize",
    runtime: "go1.16.6",
    flavor: "80mCPU-128MB",
    timeout: 30,
    autoscaling: { min_instances: 0, max_instances: 1 },
    dependencies: "",
    description: "",
    enable_api_key: false,
    envs: {},
    disabled: false,
    id: "f-1001",
    endpoint: "https://resize.functions.example.com",
    status: "active",
    build_status: "success",
    build_message: "",
    deploy_status: { total: 1, ready: 1 },
    created_at: "2026-03-01T12:00:00.566870",
    ...change,
  };
}

/** The outputs of the function in `answer()` that are not inputs, if the resource created it. */
export const computedOutputs = {
  adopted: false,
  functionId: "f-1001",
  endpoint: "https://resize.functions.example.com",
  status: "active",
  buildStatus: "success",
  buildMessage: "",
  deployStatus: { total: 1, ready: 1 },
  createdAt: "2026-03-01T12:00:00.566870",
};

/** The state after a creation with an unknown outcome. */
export function unconfirmed(inputs: CloudFunctionInputs): CloudFunctionState {
  return { ...inputs, adopted: false, operation: { kind: "create", unconfirmed: true } };
}

/** The state after a creation whose wait ended before these tasks did. */
export function markStarted(inputs: CloudFunctionInputs, ...tasks: string[]): CloudFunctionState {
  return { ...inputs, adopted: false, operation: { kind: "create", tasks } };
}
