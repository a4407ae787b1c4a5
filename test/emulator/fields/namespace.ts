import { listOf, moment, objectOf, orNull, integer, text, type Check } from "./check";
import { functionFields, mapOf } from "./function";

/** Platform facts "Namespaces of functions", field by field. */
export const namespaceFields: Readonly<Record<string, Check>> = {
  name: text,
  status: text,
  created_at: moment,
  functions: listOf(objectOf(functionFields)),
  functions_deploy_status: mapOf(integer),
  description: orNull(text),
  envs: orNull(mapOf(text)),
};
