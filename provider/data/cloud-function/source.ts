import { z } from "zod";
import type { FunctionRef } from "../../api/calls/functions";
import type { DataSource } from "../../core/data-source";
import { label } from "../../model/cloud-function";
import { scopeArgs, scopeText } from "../../model/scope";
import { scopeOf } from "../scope";
import type { GetFunctionArgs } from "./args";
import type { GetFunctionResult } from "./result";
import { secretTexts } from "./secret-fields";
import { functionOf } from "./wire";

/** Answers `getFunction`. */
export const cloudFunction: DataSource<GetFunctionArgs, FunctionRef, GetFunctionResult> = {
  name: "getFunction",
  args: z.strictObject({ ...scopeArgs, namespace: label, name: label }),
  question: ({ projectId, regionId, namespace, name }, connection) => ({
    ...scopeOf({ projectId, regionId }, connection),
    namespace,
    name,
  }),
  subject: (ref) => `function "${ref.name}" of namespace "${ref.namespace}" of ${scopeText(ref)}`,
  secretFields: () => [...secretTexts, "envs"],
  read: async (connection, ref) => functionOf(ref, await connection.functions.get(ref)),
};
