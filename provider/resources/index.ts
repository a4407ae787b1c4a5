import { cloudFunction } from "./cloud-function/handler";
import { originGroup } from "./origin-group/handler";
import { snapshotAttributes } from "./snapshot-attributes/handler";

/** All resources, by the name of their type; hosts serve them from here. */
export const resources = {
  OriginGroup: originGroup,
  SnapshotAttributes: snapshotAttributes,
  CloudFunction: cloudFunction,
};
