import type { DataSource } from "../core/data-source";
import { cloudFunction, listedFunctions } from "./cloud-function/source";
import { functionNamespace, listedNamespaces } from "./function-namespace/source";
import { image, images, listedImages } from "./image/source";
import type { Listing } from "./listing";
import { liveStream } from "./live-stream/source";
import { listedGroups, originGroup, originGroups } from "./origin-group/source";
import { listedSnapshots, snapshot, snapshots } from "./snapshot/source";
import { analytics, transcodingDuration } from "./statistics/source";

/** All data sources, by the name of their function. */
export const dataSources: Readonly<Record<string, DataSource<unknown, unknown, unknown>>> = {
  getFunction: cloudFunction,
  getFunctionNamespace: functionNamespace,
  getImage: image,
  getImages: images,
  getLiveStream: liveStream,
  getOriginGroup: originGroup,
  getOriginGroups: originGroups,
  getSnapshot: snapshot,
  getSnapshots: snapshots,
  getTranscodingDuration: transcodingDuration,
  queryAnalytics: analytics,
};

/** What `pulumi-edgecloud list` shows, by what the command calls it. */
export const listings: Readonly<Record<string, Listing>> = {
  groups: listedGroups,
  snapshots: listedSnapshots,
  namespaces: listedNamespaces,
  functions: listedFunctions,
  images: listedImages,
};
