import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { withSecrets } from "../../program/inputs";
import { invoke, invokeOutput } from "../invoke";
import type { ScopeArgs } from "../scope-args";

export interface GetFunctionNamespaceArgs extends ScopeArgs {
  /** Name of the namespace, which is unique in a region of a project. */
  name: string;
}

/** A namespace of functions. A field that the platform does not report is `null`, except `functionNames`. */
export interface GetFunctionNamespaceResult {
  /** ID of the project that the namespace is in. */
  projectId: number;
  /** ID of the region that the namespace is in. */
  regionId: number;
  /** Name of the namespace, which is unique in a region of a project. */
  name: string;
  /** Date and time of creation, as the platform writes them. */
  createdAt: string | null;
  /** Free text about the namespace. */
  description: string | null;
  /** Environment variables that all functions in the namespace have. The values may be secrets. */
  envs: Record<string, string> | null;
  /** Names of the functions in the namespace, in the platform's order; an empty list if the platform reports none. */
  functionNames: string[];
  /** Number of functions by their state. */
  functionsDeployStatus: Record<string, number> | null;
  /** Status of the namespace, in the platform's words. */
  status: string | null;
}

/** The result of `getFunctionNamespaceOutput`, in which each value of `envs` is a separate secret output. */
export interface GetFunctionNamespaceOutputResult extends Omit<GetFunctionNamespaceResult, "envs"> {
  /** Environment variables by name. Each value is a secret output. */
  envs: Record<string, Output<string>> | null;
}

/**
 * Looks up a namespace of functions by its name. The values of `envs` may be secrets. `getFunctionNamespace` returns
 * these values as plain strings; to export one, wrap it in `pulumi.secret`, or use `getFunctionNamespaceOutput`.
 *
 * @throws `DataSourceError` if an argument is not valid, or if the call fails. The error's `status` is 404 if the
 *   platform's list confirms that the namespace does not exist.
 * @example
 * const images = await getFunctionNamespace({ name: "images" });
 * export const functions = images.functionNames;
 */
export function getFunctionNamespace(
  args: GetFunctionNamespaceArgs,
  opts?: InvokeOptions,
): Promise<GetFunctionNamespaceResult> {
  return invoke("getFunctionNamespace", args, opts);
}

/**
 * Like `getFunctionNamespace`, but accepts outputs as arguments and returns an output. Each value of `envs` is a
 * secret. The other fields are plain, unless an argument is secret.
 *
 * @example
 * const images = getFunctionNamespaceOutput({ name: "images" });
 * export const functions = images.functionNames;
 */
export function getFunctionNamespaceOutput(
  args: Wrapped<GetFunctionNamespaceArgs>,
  opts?: OutputOptions,
): Output<GetFunctionNamespaceOutputResult> {
  return invokeOutput<GetFunctionNamespaceResult>("getFunctionNamespace", args, opts).apply((found) => ({
    ...found,
    envs: found.envs && withSecrets(found.envs, Object.keys(found.envs)),
  }));
}
