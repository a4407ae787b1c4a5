export type { AnalyticsWindow, AnalyticsWindowArgs, QueryAnalyticsArgs } from "./data/analytics/args";
export { analyticsWindow, queryAnalytics, queryAnalyticsOutput } from "./data/analytics/function";
export type { GetFunctionArgs } from "./data/cloud-function/args";
export { getFunction, getFunctionOutput } from "./data/cloud-function/function";
export type { GetFunctionOutputResult } from "./data/cloud-function/function";
export type { GetFunctionResult } from "./data/cloud-function/result";
export type { GetImageArgs } from "./data/image/args";
export { getImage, getImageOutput } from "./data/image/function";
export type { Image, ImageTag } from "./data/image/result";
export type { GetImagesArgs } from "./data/images/args";
export { getImages, getImagesOutput } from "./data/images/function";
export type { GetLiveStreamArgs } from "./data/live-stream/args";
export { getLiveStream, getLiveStreamOutput } from "./data/live-stream/function";
export type { LiveStreamOutput } from "./data/live-stream/function";
export type { HtmlOverlay, LiveStream } from "./data/live-stream/result";
export { isSessionOngoing, pullAddresses, rtmpsUrl, withDurationSec } from "./data/live-stream/urls";
export type { GetOriginGroupArgs } from "./data/origin-group/args";
export { getOriginGroup, getOriginGroupOutput } from "./data/origin-group/function";
export type { GetOriginGroupResult } from "./data/origin-group/result";
export type { GetOriginGroupsArgs } from "./data/origin-groups/args";
export { getOriginGroups, getOriginGroupsOutput } from "./data/origin-groups/function";
export type { GetSnapshotArgs } from "./data/snapshot/args";
export { getSnapshot, getSnapshotOutput } from "./data/snapshot/function";
export type { Snapshot } from "./data/snapshot/result";
export type { GetSnapshotsArgs } from "./data/snapshots/args";
export { getSnapshots, getSnapshotsOutput } from "./data/snapshots/function";
export type { GetTranscodingDurationArgs } from "./data/transcoding-duration/args";
export { getTranscodingDuration, getTranscodingDurationOutput } from "./data/transcoding-duration/function";
export type {
  TranscodingDuration,
  TranscodingDurationRecord,
  TranscodingMinutes,
} from "./data/transcoding-duration/result";
export type { LegacyBucketOutput, ProxyNextUpstream, S3ConfigOutput, SourceOutput } from "./model/origin-group";
export type { SnapshotStatus, SnapshotTag } from "./model/snapshot";
export { DataSourceError } from "./program/data-source-error";
export type { Wrapped } from "./program/output-form";
export { Provider } from "./program/provider";
export type { ProviderArgs } from "./program/provider";
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
  CloudvendorBucket,
  EdgeappConfig,
  EdgeappSource,
  HostSource,
  LaterBucket,
  LegacyAuth,
  OnDestroy,
  OriginGroupArgs,
  OtherBucket,
  S3Bucket,
  S3Config,
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
