export type { AnalyticsWindow } from "./data/analytics/result";
export type { AnalyticsWindowArgs, QueryAnalyticsArgs } from "./data/analytics/args";
export { analyticsWindow, queryAnalytics, queryAnalyticsOutput } from "./data/analytics/function";
export type { GetFunctionArgs } from "./data/cloud-function/args";
export { getFunction, getFunctionOutput } from "./data/cloud-function/function";
export type { GetFunctionOutputResult } from "./data/cloud-function/function";
export type { GetFunctionResult } from "./data/cloud-function/result";
export type { GetImageArgs, GetImagesArgs } from "./data/image/args";
export { getImage, getImageOutput, getImages, getImagesOutput } from "./data/image/function";
export type { Image, ImageTag } from "./data/image/result";
export type { GetLiveStreamArgs } from "./data/live-stream/args";
export { getLiveStream, getLiveStreamOutput } from "./data/live-stream/function";
export type { LiveStreamOutput } from "./data/live-stream/function";
export type { HtmlOverlay, LiveStream } from "./data/live-stream/result";
export { isSessionOngoing, pullAddresses, rtmpsUrl, withDurationSec } from "./data/live-stream/urls";
export type { GetOriginGroupArgs, GetOriginGroupsArgs } from "./data/origin-group/args";
export {
  getOriginGroup,
  getOriginGroupOutput,
  getOriginGroups,
  getOriginGroupsOutput,
} from "./data/origin-group/function";
export type { GetOriginGroupResult } from "./data/origin-group/result";
export type { GetSnapshotArgs, GetSnapshotsArgs } from "./data/snapshot/args";
export { getSnapshot, getSnapshotOutput, getSnapshots, getSnapshotsOutput } from "./data/snapshot/function";
export type { Snapshot } from "./data/snapshot/result";
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
export type { CredentialSource } from "./program/credential-source";
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
  NamedAccessKeyId,
  NamedBucket,
  NamedSecretKey,
  OnDestroy,
  OriginGroupArgs,
  OtherBucket,
  S3Bucket,
  S3Config,
  S3Place,
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
