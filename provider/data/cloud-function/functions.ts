import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, WithSecrets, Wrapped } from "../../program/inputs";
import { withSecrets } from "../../program/inputs";
import { invoke, invokeOutput } from "../invoke";
import type { ScopeArgs } from "../scope-args";

/** The arguments of `getFunction`. */
export interface GetFunctionArgs extends ScopeArgs {
  /** Namespace of the function. */
  namespace: string;
  /** Name of the function. */
  name: string;
}

/** A serverless function. Fields that the platform does not report are `null`. */
export interface GetFunctionResult {
  /** ID of the project that the function is in. */
  projectId: number;
  /** ID of the region that the function is in. */
  regionId: number;
  /** Namespace of the function. */
  namespace: string;
  /** Name of the function. */
  name: string;
  /** Minimum and maximum number of instances. */
  autoscaling: { minInstances: number | null; maxInstances: number | null } | null;
  /** What the build printed, mainly errors. Values of `envs` in it are hidden. */
  buildMessage: string | null;
  /** Status of the build, in the platform's words. */
  buildStatus: string | null;
  /** Source code of the function. May contain secrets. */
  code: string | null;
  /** When the function was created: date and time as the platform writes them. */
  createdAt: string | null;
  /** List of dependencies in the format of the runtime. May contain secrets, such as the login of a registry. */
  dependencies: string | null;
  /** Number of instances by their state. */
  deployStatus: Record<string, number> | null;
  /** Description. */
  description: string | null;
  /** Whether the function rejects all calls. Some deployments of the platform do not report it. */
  disabled: boolean | null;
  /** Whether callers need an API key. */
  enableApiKey: boolean | null;
  /** URL at which the function is called. */
  endpoint: string | null;
  /** Environment variables. Their values may be secrets. */
  envs: Record<string, string> | null;
  /** Size of an instance, such as `80mCPU-128MB`. */
  flavor: string | null;
  /** ID of the function on the platform. */
  functionId: string;
  /** Name of the method that handles a call. */
  mainMethod: string | null;
  /** Runtime, such as `go1.16.6`. */
  runtime: string | null;
  /** Status of the function, in the platform's words. */
  status: string | null;
  /** Maximum duration of a call in seconds. */
  timeout: number | null;
}

/**
 * The result of `getFunctionOutput`: a `GetFunctionResult` in which `code`, `dependencies` and each value of `envs` are
 * secret outputs of their own, because they may contain secrets. Everything else is plain, the names of the variables
 * too.
 */
export interface GetFunctionOutputResult extends Omit<WithSecrets<GetFunctionResult, "code" | "dependencies">, "envs"> {
  /** Environment variables, each value a secret. */
  envs: Record<string, Output<string>> | null;
}

/**
 * Looks up a serverless function by its namespace and name. `code`, `dependencies` and the values of `envs` may contain
 * secrets. Here they are plain strings: wrap what you export in `pulumi.secret`, or use `getFunctionOutput`.
 *
 * @throws `DataSourceError` if there is no such function, with status 404, or if the call fails.
 * @example
 * const resize = await getFunction({ namespace: "images", name: "resize" });
 * export const endpoint = resize.endpoint;
 */
export function getFunction(args: GetFunctionArgs, opts?: InvokeOptions): Promise<GetFunctionResult> {
  return invoke("getFunction", args, opts);
}

/**
 * Like `getFunction`, but takes outputs as arguments and returns an output. `code`, `dependencies` and each value of
 * `envs` are secrets; the rest is plain.
 *
 * @example
 * const resize = getFunctionOutput({ namespace: "images", name: "resize" });
 * export const endpoint = resize.endpoint;
 * export const token = resize.envs.apply((envs) => envs?.TOKEN); // a secret
 */
export function getFunctionOutput(
  args: Wrapped<GetFunctionArgs>,
  opts?: OutputOptions,
): Output<GetFunctionOutputResult> {
  return invokeOutput<GetFunctionResult>("getFunction", args, opts).apply((found) => ({
    ...withSecrets(found, ["code", "dependencies"]),
    envs: found.envs && withSecrets(found.envs, Object.keys(found.envs)),
  }));
}
