import * as z from "zod";
import { namespaceAnswer, readFunctions, type NamespaceAnswer, type NamespaceRef } from "../../api/calls/functions";
import { readFields } from "../../api/calls/naming";
import type { CloudScope } from "../../api/calls/path";
import type { DataSource } from "../../core/data-source";
import { functionNameSchema } from "../../model/cloud-function";
import { describeScope, resolveScope, scopeArgs } from "../../model/scope";
import { withNulls } from "../../values/json";
import type { DataKind } from "../listing";
import type { GetFunctionNamespaceArgs, GetFunctionNamespaceResult } from "./functions";

const functionNamespace: DataSource<GetFunctionNamespaceArgs, NamespaceRef, GetFunctionNamespaceResult> = {
  name: "getFunctionNamespace",
  args: z.strictObject({ ...scopeArgs, name: functionNameSchema }),
  toQuery: resolveScope,
  describe: (ref) => `namespace "${ref.name}" of ${describeScope(ref)}`,
  secretFields: ["envs"],
  read: async (connection, ref) => toNamespace(ref, await connection.namespaces.get(ref)),
};

export const functionNamespaces: DataKind = {
  sources: [functionNamespace],
  listing: {
    kind: "namespaces",
    title: "Namespaces of functions",
    resource: "FunctionNamespace",
    use: "import with the ID, or adopt with name and adopt: true",
    columns: ["STATUS", "FUNCTIONS"],
    list: async ({ namespaces }, scope) =>
      (await namespaces.list(scope)).map(({ name, status, functions }) => ({
        id: { ...scope, name },
        name,
        // An entry that could not be read is undefined.
        cells: [status ?? "", (functions ?? []).map((one) => one?.name ?? "?").join(", ")],
      })),
  },
};

function toNamespace({ projectId, regionId }: CloudScope, answer: NamespaceAnswer): GetFunctionNamespaceResult {
  const { functions, ...fields } = readFields(namespaceAnswer, answer);
  const functionNames = readFunctions({ name: fields.name, functions }).map(({ name }) => name);
  return { projectId, regionId, ...withNulls(fields), functionNames };
}
