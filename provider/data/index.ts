import type { DataSource } from "../core/data-source";
import { cloudFunction, listedFunctions } from "./cloud-function/source";
import { functionNamespace, listedNamespaces } from "./function-namespace/source";
import { image, images, listedImages } from "./image/source";
import type { Listing } from "./listing";
import { liveStream } from "./live-stream/source";
import { listedGroups, originGroup, originGroups } from "./origin-group/source";
import { listedSnapshots, snapshot, snapshots } from "./snapshot/source";
import { analytics, transcodingDuration } from "./statistics/source";

const served: readonly DataSource<unknown, unknown, unknown>[] = [
  ...[cloudFunction, functionNamespace, image, images, liveStream, originGroup, originGroups],
  ...[snapshot, snapshots, transcodingDuration, analytics],
];

/** All data sources, by the name of their function. */
export const dataSources = Object.fromEntries(served.map((source) => [source.name, source]));

/** What `pulumi-edgecloud list` shows, by what the command calls it. */
export const listings: Readonly<Record<string, Listing>> = {
  groups: listedGroups,
  snapshots: listedSnapshots,
  namespaces: listedNamespaces,
  functions: listedFunctions,
  images: listedImages,
};
