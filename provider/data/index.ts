import type { DataSource } from "../core/data-source";
import { cloudFunction } from "./cloud-function/source";
import { functionNamespace } from "./function-namespace/source";
import { image, images } from "./image/source";
import { liveStream } from "./live-stream/source";
import { originGroup, originGroups } from "./origin-group/source";
import { snapshot, snapshots } from "./snapshot/source";
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
