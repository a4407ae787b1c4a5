import type { dynamic } from "@pulumi/pulumi";
import { DynamicProvider } from "./hosts/dynamic/adapter";
import { watchEngine } from "./hosts/dynamic/engine-watch";
import { resources } from "./resources";

/**
 * What the literal text in the state loads, by resource type. The names and this module's path must never change:
 * states written by any earlier version refer to them.
 */
export const OriginGroup: dynamic.ResourceProvider = new DynamicProvider(resources.OriginGroup);

/** As `OriginGroup`. */
export const SnapshotAttributes: dynamic.ResourceProvider = new DynamicProvider(resources.SnapshotAttributes);

/** As `OriginGroup`. */
export const CloudFunction: dynamic.ResourceProvider = new DynamicProvider(resources.CloudFunction);

// A host lives as long as somebody wants its answers.
watchEngine();
