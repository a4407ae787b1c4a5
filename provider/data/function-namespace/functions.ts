import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { withSecrets } from "../../program/inputs";
import { invoke, invokeOutput } from "../invoke";
import type { ScopeArgs } from "../scope-args";

/** The arguments of `getFunctionNamespace`. */
export interface GetFunctionNamespaceArgs extends ScopeArgs {
  /** Name of the namespace. */
  name: string;
}

/** A namespace of functions. Fields that the platform does not report are `null`. */
export interface GetFunctionNamespaceResult {
  /** ID of the project that the namespace is in. */
  projectId: number;
  /** ID of the region that the namespace is in. */
  regionId: number;
  /** Name of the namespace. */
  name: string;
  /** When the namespace was created: date and time as the platform writes them. */
  createdAt: string | null;
  /** Description. */
  description: string | null;
  /** Environment variables of all functions in the namespace. Their values may be secrets. */
  envs: Record<string, string> | null;
  /** Names of the functions in the namespace, in the platform's order. */
  functionNames: string[];
  /** Number of functions by their state. */
  functionsDeployStatus: Record<string, number> | null;
  /** Status of the namespace, in the platform's words. */
  status: string | null;
}

/** The result of `getFunctionNamespaceOutput`, in which each value of `envs` is a secret output of its own. */
export interface GetFunctionNamespaceOutputResult extends Omit<GetFunctionNamespaceResult, "envs"> {
  /** Environment variables, each value a secret. */
  envs: Record<string, Output<string>> | null;
}

/**
 * Looks up a namespace of functions by its name, with the names of its functions. The values of `envs` may be secrets.
 * Here they are plain strings: wrap what you export in `pulumi.secret`, or use `getFunctionNamespaceOutput`.
 *
 * @throws `DataSourceError` if there is no such namespace, with status 404, or if the call fails.
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
 * Like `getFunctionNamespace`, but takes outputs as arguments and returns an output. Each value of `envs` is a secret;
 * the rest is plain.
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
