import type { Input } from "@pulumi/pulumi";
import type { LegacyBucketOutput, ProxyNextUpstream } from "../../model/origin-group";

/** What every kind of origin can say (contract, section 2.1.1). */
export interface SourceOptions {
  /**
   * Use this origin only after the active ones have become unavailable. At least one origin must not be a backup.
   * Changes in place.
   * @default false
   */
  backup?: Input<boolean>;
  /**
   * Whether the CDN pulls from this origin. At least one origin must be enabled. Changes in place.
   * @default true
   */
  enabled?: Input<boolean>;
  /** `Host` header sent to this origin instead of the default one; at most 255 characters. Changes in place. */
  hostHeaderOverride?: Input<string | null>;
}

/** An origin that is a server. */
export interface HostSource extends SourceOptions {
  /**
   * IP address or domain name, with `:port` for a custom port: `origin.example.com:8443`. At most 255 characters,
   * without scheme and path, unique in the group. Changes in place.
   */
  source: Input<string>;
  /** May be left out: a `source` is always a host. */
  originType?: Input<"host">;
}

/** An origin that is a bucket of S3-compatible storage. */
export interface S3Source extends SourceOptions {
  /** A source without `source` is S3's unless this says otherwise. */
  originType?: Input<"s3">;
  /** The bucket, and the credentials to read it. */
  config: Input<S3Config>;
}

/** An origin that is an edge application, served on the edge node itself. */
export interface EdgeappSource extends SourceOptions {
  originType: Input<"edgeapp">;
  /** The application. */
  config: Input<EdgeappConfig>;
}

/** One origin. The order of origins is the order of failover. */
export type Source = HostSource | S3Source | EdgeappSource;

/** A bucket and the credentials to read it (contract, section 2.1.2). Every field changes in place. */
export interface S3Config {
  /** `cloudvendor`: the main cloud vendor's storage; `other`: any other S3-compatible storage. */
  s3Type: Input<"cloudvendor" | "other">;
  /** Name of the bucket, at most 256 characters, unique in the group. */
  s3BucketName: Input<string>;
  /** Region of the bucket; required when `s3Type` is `cloudvendor`. */
  s3Region?: Input<string | null>;
  /** Host name of the storage; required when `s3Type` is `other`. */
  s3StorageHostname?: Input<string | null>;
  /**
   * 4 to 255 Latin letters, digits, colons, dashes and underscores. Always kept as a secret, whether given as one or
   * not. The platform answers it masked, so a change made elsewhere cannot be seen.
   */
  s3AccessKeyId: Input<string>;
  /** 16 to 255 Latin letters, digits, `+`, `/`, `-`, `:` and `_`. A secret like `s3AccessKeyId`. */
  s3SecretAccessKey: Input<string>;
  /** How requests to the storage are signed. @default "cloudSignatureV4" */
  s3AuthType?: Input<string>;
}

/** The edge application to pull from (contract, section 2.1.3). */
export interface EdgeappConfig {
  /** ID of an application of the same client that is enabled and has the API type `wasi-http`. */
  appId: Input<string>;
}

/** Credentials of the legacy form of a group (contract, section 2.1.4). */
export interface LegacyAuth {
  /** As in an S3 source. */
  s3Type: Input<"cloudvendor" | "other">;
  /** 3 to 512 Latin letters, digits, colons, dashes and underscores. Always kept as a secret. */
  s3AccessKeyId: Input<string>;
  /**
   * Latin letters, digits, `+`, `/`, `-`, `:` and `_`: 40 of them for `cloudvendor`, 16 to 255 for `other`. Always
   * kept as a secret.
   */
  s3SecretAccessKey: Input<string>;
  /** At most 256 characters. */
  s3BucketName: Input<string>;
  /** Required when `s3Type` is `other`. */
  s3StorageHostname?: Input<string>;
  /** Required when `s3Type` is `cloudvendor`. */
  s3Region?: Input<string>;
}

/** What happens to the group on the platform when the resource is destroyed or replaced. */
export type OnDestroy = "delete" | "retain" | "restore";

/** The arguments of an `OriginGroup` (contract, sections 2.1 and 4.1). */
export interface OriginGroupArgs {
  /** Unique among the origin groups of the account, at most 255 characters. Changes in place. */
  name: Input<string>;
  /**
   * Whether the CDN goes on to the next origin in the cases of `proxyNextUpstream`. Changes in place.
   * @default false
   */
  useNext?: Input<boolean>;
  /**
   * The cases in which the CDN goes on to the next origin; a set, its order means nothing. Changes in place.
   * @default ["error", "timeout"]
   */
  proxyNextUpstream?: Input<Input<ProxyNextUpstream>[]>;
  /**
   * The origins, in the order of failover: at least one, at least one enabled, not all of them backups, and no more
   * than the plan allows. Required but for the legacy form. Changes in place.
   */
  sources?: Input<Input<Source>[]>;
  /**
   * Prefix of the path at the origin. Changes in place.
   * @deprecated Let the origins serve the paths as they are requested.
   */
  path?: Input<string>;
  /**
   * How requests to the bucket of the legacy form are signed. Changes in place.
   * @default "none"
   * @deprecated Give `sources` an S3 source with a `config` instead.
   */
  authType?: Input<"none" | "cloudSignatureV4">;
  /**
   * The one private bucket of a group of the legacy form, in place of `sources`. Changes in place.
   * @deprecated Give `sources` an S3 source with a `config` instead.
   */
  auth?: Input<LegacyAuth>;
  /**
   * ID of a group that exists already and is to be managed from now on, instead of a new one. Another ID **replaces**
   * the resource; leaving the ID out later goes on managing the same group.
   */
  originGroupId?: Input<number>;
  /**
   * What becomes of the group when the resource is destroyed or replaced: `delete` it, `retain` it as it is, or
   * `restore` what was found when the group was adopted. `restore` needs `originGroupId` and a group without S3
   * sources, whose credentials the platform does not reveal. Changes in place.
   * @default "delete" for a group that the resource created, "retain" for one it adopted
   */
  onDestroy?: Input<OnDestroy>;
}

/** Credentials of one S3 source. */
export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The legacy form's bucket and credentials. */
export interface LegacyAuthOutput extends LegacyBucketOutput {
  s3AccessKeyId: string;
  s3SecretAccessKey: string;
}
