import * as pulumi from "@pulumi/pulumi";
import { mapValues } from "../../json";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import { withSecrets, type WithSecrets } from "../../program/program";
import type { GetFunctionArgs } from "./args";
import { secretTexts, type GetFunctionResult } from "./result";
import { cloudFunction } from "./source";

/**
 * A function of which all that may hold a secret is a secret output: `code`, `dependencies`, and the values of `envs`
 * one by one. The rest can be read, the names of the variables too.
 */
export interface GetFunctionOutputResult extends Omit<WithSecrets<GetFunctionResult, "code" | "dependencies">, "envs"> {
  envs: Record<string, pulumi.Output<string>> | null;
}

/**
 * A serverless function, by its namespace and name (contract, section 2.6). The values of `envs`, `code` and
 * `dependencies` may hold secrets and are plain texts here: give what you export to `pulumi.secret`, or use
 * `getFunctionOutput`. Fails with a `DataSourceError`.
 *
 * @example
 * const resize = await getFunction({ namespace: "images", name: "resize" });
 * export const endpoint = resize.endpoint;
 */
export function getFunction(args: GetFunctionArgs, opts?: pulumi.InvokeOptions): Promise<GetFunctionResult> {
  return invoke(cloudFunction, args, opts);
}

/**
 * As `getFunction`, for arguments that are outputs. `code`, `dependencies` and each value of `envs` are secrets; the
 * rest is not.
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
  return invokeOutput(cloudFunction, args, opts).apply((found) => ({
    ...withSecrets(found, secretTexts),
    // What mocks answer may be without them.
    envs: found.envs && (mapValues(found.envs, pulumi.secret) as Record<string, pulumi.Output<string>>),
  }));
}
