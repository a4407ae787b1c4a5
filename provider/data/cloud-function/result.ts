import type { FunctionAnswer, FunctionRef } from "../../api/endpoints/functions";
import { readFunction, withoutSecrets } from "../../model/cloud-function";
import { orNull } from "../told";

/**
 * A serverless function, under the names of the outputs of `CloudFunction` (contract, section 2.6). What the platform
 * does not tell is `null`.
 */
export interface GetFunctionResult {
  projectId: number;
  regionId: number;
  namespace: string;
  name: string;
  autoscaling: { minInstances: number | null; maxInstances: number | null } | null;
  /** What the build says, without the values of `envs`. */
  buildMessage: string | null;
  /** The platform's word. */
  buildStatus: string | null;
  /** The code itself. May hold secrets. */
  code: string | null;
  /** Date and time as the platform writes them. */
  createdAt: string | null;
  /** The list of dependencies in the form of the runtime. May hold secrets, such as the login of a registry. */
  dependencies: string | null;
  /** Number of instances by their state. */
  deployStatus: Record<string, number> | null;
  description: string | null;
  /** Whether the function takes no calls; some deployments do not tell. */
  disabled: boolean | null;
  enableApiKey: boolean | null;
  /** URL at which the function is called. */
  endpoint: string | null;
  /** Environment variables. Their values may be secrets. */
  envs: Record<string, string> | null;
  /** Size of an instance. */
  flavor: string | null;
  /** ID of the function on the platform. */
  functionId: string;
  /** Name of the method that is called. */
  mainMethod: string | null;
  runtime: string | null;
  /** The platform's word. */
  status: string | null;
  /** Seconds that a call may take. */
  timeout: number | null;
}

/** Texts that may hold a secret in any place. */
export const secretTexts = ["code", "dependencies"] as const;

/** A function under the names that programs use. */
export function functionOf(ref: FunctionRef, answer: FunctionAnswer): GetFunctionResult {
  const { autoscaling, buildMessage, ...told } = readFunction(answer);
  return {
    ...orNull(told),
    ...ref,
    autoscaling: autoscaling ? orNull(autoscaling) : null,
    // A build may print the variables that it was given.
    buildMessage: buildMessage ? withoutSecrets(buildMessage, answer) : (buildMessage ?? null),
  };
}
