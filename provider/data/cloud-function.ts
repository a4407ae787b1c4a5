import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { FunctionRef } from "../api/endpoints/functions";
import { label } from "../model/cloud-function";
import { mapValues } from "../json";
import type { DataSource } from "../core/data-source";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../program/invoke";
import { withSecrets, type WithSecrets } from "../program/program";
import { functionOf, type GetFunctionResult } from "./cloud-function-result";
import { scopeArgs, scopeOf, scopeText } from "./scope";

/** Which function. */
export interface GetFunctionArgs {
  /**
   * Project of the function.
   * @default the configuration's `edgecloud:projectId`
   */
  projectId?: number;
  /**
   * Region of the function.
   * @default the configuration's `edgecloud:regionId`
   */
  regionId?: number;
  /** Namespace of the function. */
  namespace: string;
  /** Name of the function in its namespace. */
  name: string;
}

/** Texts that may hold a secret in any place. */
const secretTexts = ["code", "dependencies"] as const;

/**
 * A function of which all that may hold a secret is a secret output: `code`, `dependencies`, and the values of `envs`
 * one by one. The rest can be read, the names of the variables too.
 */
export interface GetFunctionOutputResult extends Omit<WithSecrets<GetFunctionResult, "code" | "dependencies">, "envs"> {
  envs: Record<string, pulumi.Output<string>> | null;
}

const source: DataSource<GetFunctionArgs, FunctionRef, GetFunctionResult> = {
  name: "getFunction",
  args: z.strictObject({ ...scopeArgs, namespace: label, name: label }),
  question: ({ projectId, regionId, namespace, name }, connection) => ({
    ...scopeOf({ projectId, regionId }, connection),
    namespace,
    name,
  }),
  subject: (ref) => `function "${ref.name}" of namespace "${ref.namespace}" of ${scopeText(ref)}`,
  read: async (connection, ref) => functionOf(ref, await connection.functions.get(ref)),
};

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
  return invoke(source, args, opts);
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
  return invokeOutput(source, args, opts).apply((found) => ({
    ...withSecrets(found, secretTexts),
    // What mocks answer may be without them.
    envs: found.envs && (mapValues(found.envs, pulumi.secret) as Record<string, pulumi.Output<string>>),
  }));
}
