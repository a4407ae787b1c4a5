import type { DataSource } from "../core/data-source";
import { analytics } from "./analytics/source";
import { cloudFunction } from "./cloud-function/source";
import { image } from "./image/source";
import { images } from "./images/source";
import { liveStream } from "./live-stream/source";
import { originGroup } from "./origin-group/source";
import { originGroups } from "./origin-groups/source";
import { snapshot } from "./snapshot/source";
import { snapshots } from "./snapshots/source";
import { transcodingDuration } from "./transcoding-duration/source";

/** All data sources, by the name of their function; a host serves them from here. */
export const dataSources: Readonly<Record<string, DataSource<unknown, unknown, unknown>>> = {
  getFunction: cloudFunction,
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
