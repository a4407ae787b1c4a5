export type { AnalyticsWindow, AnalyticsWindowArgs, QueryAnalyticsArgs } from "./data/analytics/fields";
export type { GetFunctionArgs, GetFunctionResult } from "./data/cloud-function/fields";
export {
  analyticsWindow,
  getFunction,
  getFunctionOutput,
  getImage,
  getImageOutput,
  getImages,
  getImagesOutput,
  getLiveStream,
  getLiveStreamOutput,
  getOriginGroup,
  getOriginGroupOutput,
  getOriginGroups,
  getOriginGroupsOutput,
  getSnapshot,
  getSnapshotOutput,
  getSnapshots,
  getSnapshotsOutput,
  getTranscodingDuration,
  getTranscodingDurationOutput,
  queryAnalytics,
  queryAnalyticsOutput,
} from "./data/functions";
export type { GetFunctionOutputResult, LiveStreamOutput } from "./data/functions";
export type { GetImageArgs, GetImagesArgs, Image, ImageTag } from "./data/image/fields";
export type { GetLiveStreamArgs, HtmlOverlay, LiveStream } from "./data/live-stream/fields";
export type { GetOriginGroupArgs, GetOriginGroupResult, GetOriginGroupsArgs } from "./data/origin-group/fields";
export type { GetSnapshotArgs, GetSnapshotsArgs, Snapshot } from "./data/snapshot/fields";
export { isSessionOngoing, pullAddresses, rtmpsUrl, withDurationSec } from "./data/stream-urls";
export type {
  GetTranscodingDurationArgs,
  TranscodingDuration,
  TranscodingDurationRecord,
  TranscodingMinutes,
} from "./data/transcoding-duration/fields";
export type { LegacyBucketOutput, ProxyNextUpstream, S3ConfigOutput, SourceOutput } from "./model/origin-group";
export type { SnapshotStatus, SnapshotTag } from "./model/snapshot";
export { DataSourceError } from "./program/data-source-error";
export type { Wrapped } from "./program/inputs";
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
