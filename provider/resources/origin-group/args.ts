import type { Input } from "@pulumi/pulumi";
import type { ProxyNextUpstream } from "../../model/origin-group";
import type { CredentialSource } from "../../program/credential-source";

/**
 * One origin of a group. A host has a `source`; an S3 bucket and an edge application have a `config` instead. A preview
 * refuses fields that do not belong together.
 */
export interface Source {
  /**
   * IP address or domain name of a host, with `:port` for a custom port: at most 255 characters, unique in the group,
   * without scheme, path or login. Private and reserved IP addresses are refused. Changes in place.
   */
  source?: Input<string>;
  /** Kind of origin. Required for an edge application. Changes in place. @default "host" with a `source`, else "s3" */
  originType?: Input<"host" | "s3" | "edgeapp">;
  /** The bucket with its credentials, or the edge application. Not allowed for a host. Changes in place. */
  config?: Input<SourceConfig>;
  /** Whether the CDN uses this origin only while no regular origin is available. Changes in place. @default false */
  backup?: Input<boolean>;
  /** Whether the CDN pulls from this origin. Changes in place. @default true */
  enabled?: Input<boolean>;
  /** `Host` header of requests to this origin, up to 255 characters. Changes in place. @default the CDN's own choice */
  hostHeaderOverride?: Input<string | null>;
}

/**
 * An S3 bucket, or an edge application, which runs on the edge node itself and has only an `appId`. Credentials given
 * by value are stored as secrets. The platform never returns them, so `pulumi refresh` does not notice when somebody
 * else changes them. All fields change in place.
 */
export interface SourceConfig {
  /** `cloudvendor` for the main cloud vendor's storage, `other` for any other S3-compatible one. A bucket needs it. */
  s3Type?: Input<"cloudvendor" | "other">;
  /** Name of the bucket, 1 to 256 characters, unique in the group. Required for a bucket. */
  s3BucketName?: Input<string>;
  /** Region of the bucket. Required if `s3Type` is `cloudvendor`. */
  s3Region?: Input<string | null>;
  /** Host name of the storage. Required if `s3Type` is `other`. */
  s3StorageHostname?: Input<string | null>;
  /** Access key ID: 4 to 255 Latin letters, digits, `:`, `-` and `_`. A bucket needs this or `s3AccessKeyIdFrom`. */
  s3AccessKeyId?: Input<string>;
  /** Environment variable or file with the access key ID (never stored). Give this or `s3AccessKeyId`. */
  s3AccessKeyIdFrom?: Input<CredentialSource>;
  /** Secret access key: 16 to 255 Latin letters, digits and `+/-:_`. A bucket needs this or `s3SecretAccessKeyFrom`. */
  s3SecretAccessKey?: Input<string>;
  /** Environment variable or file with the secret access key (never stored). Give this or `s3SecretAccessKey`. */
  s3SecretAccessKeyFrom?: Input<CredentialSource>;
  /** How requests to the storage are signed. @default "cloudSignatureV4" */
  s3AuthType?: Input<string>;
  /**
   * ID of an edge application of the same account. The application must be enabled and have the API type `wasi-http`.
   * Required if `originType` is `edgeapp`, otherwise not allowed.
   */
  appId?: Input<string>;
}

/** A private bucket, given in the deprecated way. Given credentials are stored as secrets. All fields change in place. */
export interface LegacyAuth {
  /** `cloudvendor` for the storage of the main cloud vendor, `other` for any other S3-compatible storage. */
  s3Type: Input<"cloudvendor" | "other">;
  /** Access key ID: 3 to 512 Latin letters, digits, `:`, `-` and `_`. Give this or `s3AccessKeyIdFrom`. */
  s3AccessKeyId?: Input<string>;
  /** Environment variable or file with the access key ID (never stored). Give this or `s3AccessKeyId`. */
  s3AccessKeyIdFrom?: Input<CredentialSource>;
  /**
   * Secret access key of Latin letters, digits and `+/-:_`: exactly 40 characters if `s3Type` is `cloudvendor`, 16 to
   * 255 if it is `other`. Give this or `s3SecretAccessKeyFrom`.
   */
  s3SecretAccessKey?: Input<string>;
  /** Environment variable or file with the secret access key (never stored). Give this or `s3SecretAccessKey`. */
  s3SecretAccessKeyFrom?: Input<CredentialSource>;
  /** Name of the bucket, 1 to 256 characters. */
  s3BucketName: Input<string>;
  /** Host name of the storage. Required if `s3Type` is `other`. */
  s3StorageHostname?: Input<string>;
  /** Region of the bucket. Required if `s3Type` is `cloudvendor`. */
  s3Region?: Input<string>;
}

/** On a destroy or replacement, `delete` removes the group, `retain` leaves it, `restore` puts it back as found. */
export type OnDestroy = "delete" | "retain" | "restore";

/**
 * The group that the program declares. If the program leaves out or removes an optional argument other than
 * `originGroupId`, the default applies.
 */
export interface OriginGroupArgs {
  /** Name of the group, 1 to 255 characters, unique among the origin groups of the account. Changes in place. */
  name: Input<string>;
  /** Whether the CDN tries the next origin in the cases of `proxyNextUpstream`. Changes in place. @default false */
  useNext?: Input<boolean>;
  /**
   * The failures after which the CDN tries the next origin. The order does not matter. The list must not be empty
   * while `useNext` is true. Changes in place.
   * @default ["error", "timeout"]
   */
  proxyNextUpstream?: Input<Input<ProxyNextUpstream>[]>;
  /**
   * The origins, in the order in which the CDN tries them. At least one is required, unless `auth` is given. At least
   * one must be enabled, and at least one must not be a backup. The account's plan limits how many origins a group may
   * have. Changes in place.
   */
  sources?: Input<Input<Source>[]>;
  /**
   * Prefix of the path at the origin. Changes in place.
   * @default no prefix
   * @deprecated Let the origins serve the paths as they are requested.
   */
  path?: Input<string>;
  /**
   * `cloudSignatureV4` if the only origin is the private bucket in `auth`; `sources` must then be left out. Changes in
   * place.
   * @default "none"
   * @deprecated Give `sources` an S3 source with a `config` instead.
   */
  authType?: Input<"none" | "cloudSignatureV4">;
  /**
   * The private bucket that is the only origin of the group. Requires `authType` `cloudSignatureV4` and takes the place
   * of `sources`. Changes in place.
   * @deprecated Give `sources` an S3 source with a `config` instead.
   */
  auth?: Input<LegacyAuth>;
  /**
   * ID of an existing group to adopt: the resource manages that group instead of creating one, and changes it to match
   * the program. The adoption fails if there is no such group. Another ID **replaces** the resource. If the argument is
   * removed later, the resource still manages the same group.
   * @default a new group is created
   */
  originGroupId?: Input<number>;
  /**
   * What a destroy or a replacement does with the group: `delete` removes it, `retain` leaves it, `restore` puts it
   * back as it was when the resource adopted it. `restore` requires `originGroupId`, and is refused if the group had an
   * S3 bucket at its adoption, because the platform does not reveal the bucket's credentials. Changes in place.
   * @default "delete" for a group that was created or imported, "retain" for one that was adopted
   */
  onDestroy?: Input<OnDestroy>;
}
