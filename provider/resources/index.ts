import { cloudFunction } from "./cloud-function/handler";
import { functionNamespace } from "./function-namespace/handler";
import { originGroup } from "./origin-group/handler";
import { snapshotAttributes } from "./snapshot-attributes/handler";

/** What both hosts serve. The classes that programs use have the same names. */
export const resources = {
  OriginGroup: originGroup,
  SnapshotAttributes: snapshotAttributes,
  CloudFunction: cloudFunction,
  FunctionNamespace: functionNamespace,
};
