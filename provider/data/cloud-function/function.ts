import * as pulumi from "@pulumi/pulumi";
import { mapValues } from "../../values/json";
import { invoke, invokeOutput } from "../../program/invoke";
import type { OutputOptions, Wrapped } from "../../program/output-form";
import { withSecrets } from "../../program/inputs";
import type { WithSecrets } from "../../program/inputs";
import type { GetFunctionArgs } from "./args";
import { secretTexts } from "./result";
import type { GetFunctionResult } from "./result";
import type * as Source from "./source";

const loadSource = () => require("./source") as typeof Source;

/**
 * The result of `getFunctionOutput`: a `GetFunctionResult` in which `code`, `dependencies` and each value of `envs` are
 * secret outputs of their own, because they may contain secrets. Everything else is plain, the names of the variables
 * too.
 */
export interface GetFunctionOutputResult extends Omit<WithSecrets<GetFunctionResult, "code" | "dependencies">, "envs"> {
  /** Environment variables, each value a secret. */
  envs: Record<string, pulumi.Output<string>> | null;
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
export function getFunction(args: GetFunctionArgs, opts?: pulumi.InvokeOptions): Promise<GetFunctionResult> {
  return invoke(() => loadSource().cloudFunction, args, opts);
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
): pulumi.Output<GetFunctionOutputResult> {
  return invokeOutput(() => loadSource().cloudFunction, args, opts).apply((found) => ({
    ...withSecrets(found, secretTexts),
    // The answer of mocks may lack them.
    envs: found.envs && (mapValues(found.envs, pulumi.secret) as Record<string, pulumi.Output<string>>),
  }));
}
