import * as z from "zod";
import { namespaceAnswer, type NamespaceAnswer, type NamespaceRef } from "../../api/calls/functions";
import { readFields } from "../../api/calls/naming";
import type { DataSource } from "../../core/data-source";
import { functionNameSchema } from "../../model/cloud-function";
import { describeScope, resolveScope, scopeArgs } from "../../model/scope";
import { withNulls } from "../../values/json";
import type { GetFunctionNamespaceArgs, GetFunctionNamespaceResult } from "./functions";

/** The data source `getFunctionNamespace`. */
export const functionNamespace: DataSource<GetFunctionNamespaceArgs, NamespaceRef, GetFunctionNamespaceResult> = {
  name: "getFunctionNamespace",
  args: z.strictObject({ ...scopeArgs, name: functionNameSchema }),
  toQuery: resolveScope,
  describe: (ref) => `namespace "${ref.name}" of ${describeScope(ref)}`,
  secretFields: () => ["envs"],
  read: async (connection, ref) => toNamespace(ref, await connection.namespaces.get(ref)),
};

/** The result of `getFunctionNamespace` for what the platform answers. */
export function toNamespace(
  { projectId, regionId }: NamespaceRef,
  answer: NamespaceAnswer,
): GetFunctionNamespaceResult {
  const { functions, ...fields } = readFields(namespaceAnswer, answer);
  const functionNames = (functions ?? []).flatMap((one) => one?.name ?? []);
  return { projectId, regionId, ...withNulls(fields), functionNames };
}
