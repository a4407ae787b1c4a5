export { queryAnalytics, queryAnalyticsOutput, type QueryAnalyticsArgs } from "./data/analytics";
export { analyticsWindow, type AnalyticsWindow, type AnalyticsWindowArgs } from "./data/analytics-window";
export {
  getFunction,
  getFunctionOutput,
  type GetFunctionArgs,
  type GetFunctionOutputResult,
} from "./data/cloud-function";
export type { GetFunctionResult } from "./data/cloud-function-result";
export { getImage, getImageOutput, type GetImageArgs } from "./data/image";
export type { Image, ImageTag } from "./data/image-result";
export { getImages, getImagesOutput, type GetImagesArgs } from "./data/images";
export { getLiveStream, getLiveStreamOutput, type GetLiveStreamArgs, type LiveStreamOutput } from "./data/live-stream";
export type { HtmlOverlay, LiveStream } from "./data/live-stream-result";
export { isSessionOngoing, pullAddresses, rtmpsUrl, withDurationSec } from "./data/live-stream-urls";
export { getOriginGroup, getOriginGroupOutput, type GetOriginGroupArgs } from "./data/origin-group";
export type { GetOriginGroupResult } from "./data/origin-group-result";
export { getOriginGroups, getOriginGroupsOutput, type GetOriginGroupsArgs } from "./data/origin-groups";
export { getSnapshot, getSnapshotOutput, type GetSnapshotArgs } from "./data/snapshot";
export type { Snapshot } from "./data/snapshot-result";
export { getSnapshots, getSnapshotsOutput, type GetSnapshotsArgs } from "./data/snapshots";
export {
  getTranscodingDuration,
  getTranscodingDurationOutput,
  type GetTranscodingDurationArgs,
  type TranscodingDuration,
  type TranscodingDurationRecord,
  type TranscodingMinutes,
} from "./data/transcoding-duration";
export type { LegacyBucketOutput, ProxyNextUpstream, S3ConfigOutput, SourceOutput } from "./model/origin-group";
export type { SnapshotStatus, SnapshotTag } from "./model/snapshot";
export { DataSourceError } from "./program/data-source-error";
export type { Wrapped } from "./program/invoke";
export { Provider, type ProviderArgs } from "./program/provider";
export { CloudFunction } from "./resources/cloud-function/resource";
export type {
  Autoscaling,
  AutoscalingOutput,
  CloudFunctionArgs,
  FunctionOnDestroy,
  FunctionOperation,
} from "./resources/cloud-function/args";
export { OriginGroup } from "./resources/origin-group/resource";
export type {
  EdgeappConfig,
  EdgeappSource,
  HostSource,
  LegacyAuth,
  LegacyAuthOutput,
  OnDestroy,
  OriginGroupArgs,
  S3Config,
  S3Credentials,
  S3Source,
  Source,
  SourceOptions,
} from "./resources/origin-group/args";
export { SnapshotAttributes } from "./resources/snapshot-attributes/resource";
export type {
  SnapshotAttributesArgs,
  SnapshotOnDestroy,
  SnapshotRestorePoint,
} from "./resources/snapshot-attributes/args";
