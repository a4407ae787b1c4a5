export type { GetFunctionArgs, GetFunctionResult, GetFunctionOutputResult } from "./data/cloud-function/functions";
export { getFunction, getFunctionOutput } from "./data/cloud-function/functions";
export type {
  GetFunctionNamespaceArgs,
  GetFunctionNamespaceResult,
  GetFunctionNamespaceOutputResult,
} from "./data/function-namespace/functions";
export { getFunctionNamespace, getFunctionNamespaceOutput } from "./data/function-namespace/functions";
export type { GetImageArgs, GetImagesArgs, Image, ImageTag } from "./data/image/functions";
export { getImage, getImageOutput, getImages, getImagesOutput } from "./data/image/functions";
export type { GetLiveStreamArgs, HtmlOverlay, LiveStream, LiveStreamOutput } from "./data/live-stream/functions";
export { getLiveStream, getLiveStreamOutput, isSessionOngoing } from "./data/live-stream/functions";
export type { GetOriginGroupArgs, GetOriginGroupResult, GetOriginGroupsArgs } from "./data/origin-group/functions";
export {
  getOriginGroup,
  getOriginGroupOutput,
  getOriginGroups,
  getOriginGroupsOutput,
} from "./data/origin-group/functions";
export type { GetSnapshotArgs, GetSnapshotsArgs, Snapshot } from "./data/snapshot/functions";
export { getSnapshot, getSnapshotOutput, getSnapshots, getSnapshotsOutput } from "./data/snapshot/functions";
export { pullAddresses, rtmpsUrl, withDurationSec } from "./data/stream-urls";
export type {
  AnalyticsWindow,
  AnalyticsWindowArgs,
  GetTranscodingDurationArgs,
  QueryAnalyticsArgs,
  TranscodingDuration,
  TranscodingDurationRecord,
  TranscodingMinutes,
} from "./data/statistics/functions";
export {
  analyticsWindow,
  getTranscodingDuration,
  getTranscodingDurationOutput,
  queryAnalytics,
  queryAnalyticsOutput,
} from "./data/statistics/functions";
export type { LegacyBucketOutput, ProxyNextUpstream, SourceConfigOutput, SourceOutput } from "./model/origin-group";
export type { SnapshotStatus, SnapshotTag } from "./model/snapshot";
export { DataSourceError } from "./program/program-error";
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
} from "./resources/cloud-function/args";
export { FunctionNamespace } from "./resources/function-namespace/resource";
export type { FunctionNamespaceArgs } from "./resources/function-namespace/args";
export { OriginGroup } from "./resources/origin-group/resource";
export type { LegacyAuth, OnDestroy, OriginGroupArgs, Source, SourceConfig } from "./resources/origin-group/args";
export { SnapshotAttributes } from "./resources/snapshot-attributes/resource";
export type { SnapshotAttributesArgs, SnapshotOnDestroy } from "./resources/snapshot-attributes/args";
