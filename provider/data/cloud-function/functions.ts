import type { InvokeOptions, Output } from "@pulumi/pulumi";
import { secret } from "@pulumi/pulumi";
import type { OutputOptions, WithSecrets, Wrapped } from "../../program/inputs";
import { withSecrets } from "../../program/inputs";
import { invoke, invokeOutput } from "../../program/invoke";
import { mapValues } from "../../values/json";
import type { GetFunctionArgs, GetFunctionResult } from "./fields";
import { secretTexts } from "./fields";
import type * as Source from "./source";

// Loaded at the first call, because a program loads all functions.
const load = () => (require("./source") as typeof Source).cloudFunction;

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
  return invoke(load, args, opts);
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
  return invokeOutput(load, args, opts).apply((found) => ({
    ...withSecrets(found, secretTexts),
    // The answer of mocks may lack them.
    envs: found.envs && (mapValues(found.envs, secret) as Record<string, Output<string>>),
  }));
}
