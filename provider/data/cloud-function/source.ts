import * as z from "zod";
import type { FunctionAnswer, FunctionRef } from "../../api/calls/functions";
import type { DataSource } from "../../core/data-source";
import { functionNameSchema, mayBeSecret, readFunction, withoutSecrets } from "../../model/cloud-function";
import { resolveScope, scopeArgs, describeScope } from "../../model/scope";
import { withNulls } from "../../values/json";
import type { Listing } from "../listing";
import type { GetFunctionArgs, GetFunctionResult } from "./functions";

/** The data source `getFunction`. */
export const cloudFunction: DataSource<GetFunctionArgs, FunctionRef, GetFunctionResult> = {
  name: "getFunction",
  args: z.strictObject({ ...scopeArgs, namespace: functionNameSchema, name: functionNameSchema }),
  toQuery: resolveScope,
  describe: (ref) => `function "${ref.name}" of namespace "${ref.namespace}" of ${describeScope(ref)}`,
  secretFields: mayBeSecret,
  read: async (connection, ref) => toFunction(ref, await connection.functions.get(ref)),
};

/** All functions of a project and region. */
export const listedFunctions: Listing = {
  title: "Functions",
  resource: "CloudFunction",
  use: "import with the ID, or adopt with namespace, name and adopt: true",
  columns: ["RUNTIME", "STATUS"],
  list: {
    ofScope: async ({ functions }, scope) => {
      const all = await functions.list(scope);
      return all.map(({ name, namespace, envs, code_text, dependencies, runtime, status }) => ({
        id: { ...scope, namespace, name },
        name,
        secrets: [...Object.values(envs ?? {}), code_text ?? "", dependencies ?? ""],
        cells: [runtime ?? "", status ?? ""],
      }));
    },
  },
};

/** The result of `getFunction` for what the platform answers. */
function toFunction(ref: FunctionRef, answer: FunctionAnswer): GetFunctionResult {
  const { autoscaling, buildMessage, ...fields } = readFunction(answer);
  return {
    ...withNulls(fields),
    ...ref,
    autoscaling: autoscaling ? withNulls(autoscaling) : null,
    // A build may print the variables that it was given.
    buildMessage: buildMessage ? withoutSecrets(buildMessage, answer) : (buildMessage ?? null),
  };
}
