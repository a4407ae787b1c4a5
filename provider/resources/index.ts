import { cloudFunction } from "./cloud-function/handler";
import { functionNamespace } from "./function-namespace/handler";
import { originGroup } from "./origin-group/handler";
import { snapshotAttributes } from "./snapshot-attributes/handler";

/**
 * All resources, by the name of their type. Both hosts serve what is listed here; the classes that programs use, which are
 * exported from `index.ts` and `plugin.ts`, have the same names.
 */
export const resources = {
  OriginGroup: originGroup,
  SnapshotAttributes: snapshotAttributes,
  CloudFunction: cloudFunction,
  FunctionNamespace: functionNamespace,
};
