import * as z from "zod";
import { namespaceAnswer, type NamespaceAnswer, type NamespaceRef } from "../../api/calls/functions";
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
    list: async ({ namespaces }, scope) => {
      const found = (await namespaces.list(scope)).map((answer) => toNamespace(scope, answer));
      return found.map(({ name, status, functionNames }) => ({
        id: { ...scope, name },
        name,
        cells: [status ?? "", functionNames.join(", ")],
      }));
    },
  },
};

function toNamespace({ projectId, regionId }: CloudScope, answer: NamespaceAnswer): GetFunctionNamespaceResult {
  const { functions, ...fields } = readFields(namespaceAnswer, answer);
  // An entry that could not be read is undefined.
  const functionNames = (functions ?? []).flatMap((one) => one?.name ?? []);
  return { projectId, regionId, ...withNulls(fields), functionNames };
}
