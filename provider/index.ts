export { Provider, type ProviderArgs } from "./pulumi/provider";
export { OriginGroup } from "./resources/origin-group/resource";
export type {
  EdgeappConfig,
  EdgeappSource,
  HostSource,
  LegacyAuth,
  LegacyAuthOutput,
  OnDestroy,
  OriginGroupArgs,
  ProxyNextUpstream,
  S3Config,
  S3ConfigOutput,
  S3Credentials,
  S3Source,
  Source,
  SourceOptions,
  SourceOutput,
} from "./resources/origin-group/args";
export { SnapshotAttributes } from "./resources/snapshot-attributes/resource";
export type {
  SnapshotAttributesArgs,
  SnapshotFound,
  SnapshotOnDestroy,
  SnapshotStatus,
  SnapshotTag,
} from "./resources/snapshot-attributes/args";
