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
