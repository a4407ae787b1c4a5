import { cloudFunction } from "./cloud-function/handler";
import { functionNamespace } from "./function-namespace/handler";
import { originGroup } from "./origin-group/handler";
import { snapshotAttributes } from "./snapshot-attributes/handler";

export const resources = {
  OriginGroup: originGroup,
  SnapshotAttributes: snapshotAttributes,
  CloudFunction: cloudFunction,
  FunctionNamespace: functionNamespace,
};
