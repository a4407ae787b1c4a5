import * as z from "zod";
import type { FunctionRef } from "../../api/calls/functions";
import type { DataSource } from "../../core/data-source";
import { functionNameSchema, mayBeSecret, readFunction, withoutSecrets } from "../../model/cloud-function";
import { resolveScope, scopeArgs, describeScope } from "../../model/scope";
import { withNulls } from "../../values/json";
import type { DataKind } from "../listing";
import type { GetFunctionArgs, GetFunctionResult } from "./functions";

const cloudFunction: DataSource<GetFunctionArgs, FunctionRef, GetFunctionResult> = {
  name: "getFunction",
  args: z.strictObject({ ...scopeArgs, namespace: functionNameSchema, name: functionNameSchema }),
  toQuery: resolveScope,
  describe: (ref) => `function "${ref.name}" of namespace "${ref.namespace}" of ${describeScope(ref)}`,
  secretFields: mayBeSecret,
  read: async ({ functions }, ref) => {
    const answer = await functions.get(ref);
    const { autoscaling, buildMessage, ...fields } = readFunction(answer);
    return {
      ...withNulls(fields),
      ...ref,
      autoscaling: autoscaling ? withNulls(autoscaling) : null,
      // A build may print secrets of the function.
      buildMessage: buildMessage ? withoutSecrets(buildMessage, answer) : (buildMessage ?? null),
    };
  },
};

export const cloudFunctions: DataKind = {
  sources: [cloudFunction],
  listing: {
    kind: "functions",
    title: "Functions",
    resource: "CloudFunction",
    use: "import with the ID, or adopt with namespace, name and adopt: true",
    columns: ["RUNTIME", "STATUS"],
    list: async ({ functions }, scope) =>
      (await functions.list(scope)).map(({ name, namespace, runtime, status }) => ({
        id: { ...scope, namespace, name },
        name,
        cells: [runtime ?? "", status ?? ""],
      })),
  },
};
