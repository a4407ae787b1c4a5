import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, WithSecrets, Wrapped } from "../../program/inputs";
import { withSecrets } from "../../program/inputs";
import { invoke, invokeOutput } from "../invoke";
import type { ScopeArgs } from "../scope-args";

export interface GetFunctionArgs extends ScopeArgs {
  /** Name of the namespace that the function is in. */
  namespace: string;
  /** Name of the function, which is unique in the namespace. */
  name: string;
}

/** A serverless function. A field that the platform does not report is `null`, except `functionId`. */
export interface GetFunctionResult {
  /** ID of the project that the function is in. */
  projectId: number;
  /** ID of the region that the function is in. */
  regionId: number;
  /** Name of the namespace that the function is in. */
  namespace: string;
  /** Name of the function, which is unique in the namespace. */
  name: string;
  /** The limits within which the platform scales the number of instances. */
  autoscaling: { minInstances: number | null; maxInstances: number | null } | null;
  /**
   * What the build printed, mainly errors. The values of `envs`, and what looks like a credential in `dependencies`,
   * are masked in this text. A value of fewer than three characters is not masked.
   */
  buildMessage: string | null;
  /** Status of the build, in the platform's words. */
  buildStatus: string | null;
  /** Source code of the function, which may contain secrets. */
  code: string | null;
  /** Date and time of creation, as the platform writes them. */
  createdAt: string | null;
  /** List of dependencies in the format of the runtime. It may contain secrets, such as the login of a registry. */
  dependencies: string | null;
  /** Number of instances by their state. */
  deployStatus: Record<string, number> | null;
  /** Free text about the function. */
  description: string | null;
  /** Whether the function rejects all calls. Some installations of the platform do not report this. */
  disabled: boolean | null;
  /** Whether callers need an API key. */
  enableApiKey: boolean | null;
  /** URL at which the function is called. */
  endpoint: string | null;
  /** Environment variables by name. The values may be secrets. */
  envs: Record<string, string> | null;
  /** Size of an instance, such as `80mCPU-128MB`. */
  flavor: string | null;
  /** ID of the function on the platform, or the name of the function if the platform reports no ID. */
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

/** The result of `getFunctionOutput`: `code`, `dependencies` and each value of `envs` are separate secret outputs. */
export interface GetFunctionOutputResult extends Omit<WithSecrets<GetFunctionResult, "code" | "dependencies">, "envs"> {
  /** Environment variables by name. Each value is a secret output. */
  envs: Record<string, Output<string>> | null;
}

/**
 * Looks up a serverless function by its namespace and name. `code`, `dependencies` and the values of `envs` may contain
 * secrets. `getFunction` returns these fields as plain values; to export one, wrap it in `pulumi.secret`, or use
 * `getFunctionOutput`.
 *
 * @throws `DataSourceError` if an argument is not valid, or if the call fails. The error's `status` is 404 if the
 *   platform's list confirms that the function does not exist.
 * @example
 * const resize = await getFunction({ namespace: "images", name: "resize" });
 * export const endpoint = resize.endpoint;
 */
export function getFunction(args: GetFunctionArgs, opts?: InvokeOptions): Promise<GetFunctionResult> {
  return invoke("getFunction", args, opts);
}

/**
 * Like `getFunction`, but accepts outputs as arguments and returns an output. `code`, `dependencies` and each value of
 * `envs` are secrets. The other fields are plain, unless an argument is secret.
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
