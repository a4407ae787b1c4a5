import { DynamicProvider } from "./hosts/dynamic/adapter";
import { watchEngine } from "./hosts/dynamic/engine-watch";
import { cloudFunction } from "./resources/cloud-function/handler";
import { originGroup } from "./resources/origin-group/handler";
import { snapshotAttributes } from "./resources/snapshot-attributes/handler";

/**
 * What the literal text in the state loads, by resource type. The names and this module's path must never change:
 * states written by any earlier version refer to them.
 */
export const OriginGroup = new DynamicProvider(originGroup);

/** As `OriginGroup`. */
export const SnapshotAttributes = new DynamicProvider(snapshotAttributes);

/** As `OriginGroup`. */
export const CloudFunction = new DynamicProvider(cloudFunction);

// A host lives as long as somebody wants its answers.
watchEngine();
