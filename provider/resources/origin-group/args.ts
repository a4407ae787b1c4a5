import type { Input, OutputInstance } from "@pulumi/pulumi";
import type { ProxyNextUpstream } from "../../model/origin-group";
import type { CredentialSource } from "../../program/credential-source";

/**
 * An input of a discriminated union of objects. TypeScript compares an object with the matching member and names the
 * wrong property; with a plain `Input` it cannot, because promises and outputs lack the discriminating properties.
 * `Lifted` is the type of these properties on an output.
 */
type InputBy<T, Properties extends string, Lifted = OutputInstance<unknown>> =
  T | ((Promise<T> | OutputInstance<T>) & { readonly [Property in Properties]?: Lifted });

/**
 * The type of a string property that an output lifts. An `Input<string>` is not assignable to it, so TypeScript does not
 * take an object with such a property for an output.
 */
type LiftedWord = LiftedText | OutputInstance<object>;

interface LiftedText extends OutputInstance<unknown> {
  readonly length: unknown;
}

/**
 * A promise or an output that `pulumi.Unwrap` does not turn into a `T`, so that the output of an object with such a
 * property can be passed to an argument of the same type.
 */
type Deferred<T> = PromiseLike<T> | Pick<OutputInstance<T>, "get">;

/** Settings that every kind of origin has. All of them change in place. */
export interface SourceOptions {
  /**
   * Whether the CDN uses this origin only while every origin that is not a backup is unavailable. At least one origin
   * of a group must not be a backup. Changes in place.
   * @default false
   */
  backup?: Input<boolean>;
  /**
   * Whether the CDN pulls from this origin. At least one origin of a group must be enabled. Changes in place.
   * @default true
   */
  enabled?: Input<boolean>;
  /**
   * `Host` header that the CDN sends to this origin, at most 255 characters. Changes in place.
   * @default the CDN's own choice
   */
  hostHeaderOverride?: Input<string | null>;
}

/** An origin that is a server. */
export interface HostSource extends SourceOptions {
  /**
   * IP address or domain name, followed by `:port` for a custom port: `origin.example.com:8443`. At most 255
   * characters, without scheme, path and login, not a private or reserved address, unique in the group. Changes in
   * place.
   */
  source: Input<string>;
  /** May be left out: an origin with `source` is always a host. */
  originType?: Input<"host">;
  config?: undefined;
}

/** An origin that is an edge application, which runs on the edge node itself. */
export interface EdgeappSource extends SourceOptions {
  originType: "edgeapp";
  /** The edge application. */
  config: InputBy<EdgeappConfig, "s3Type">;
  source?: undefined;
}

/** An origin that is a bucket of S3-compatible storage. */
export interface S3Source extends SourceOptions {
  /** May be left out for a bucket: an origin with `config` and without `source` is an S3 origin. */
  originType?: Input<"s3">;
  /** The bucket and the credentials to read it. */
  config: InputBy<S3Config, "s3Type", LiftedWord>;
  source?: undefined;
}

/** The `config` of an output that is a source. */
interface LiftedConfig extends OutputInstance<unknown> {
  readonly s3Type?: OutputInstance<unknown>;
}

/** One origin: a server, an S3 bucket or an edge application. The CDN tries origins in the order of the list. */
export type Source = HostSource | EdgeappSource | S3Source;

/** What every S3 bucket has besides its credentials. All fields change in place. */
export interface S3Place {
  /** Name of the bucket, 1 to 256 characters, unique in the group. */
  s3BucketName: Input<string>;
  /** Region of the bucket. Required if `s3Type` is `cloudvendor`. */
  s3Region?: Input<string | null>;
  /** Host name of the storage. Required if `s3Type` is `other`. */
  s3StorageHostname?: Input<string | null>;
  /** How requests to the storage are signed. @default "cloudSignatureV4" */
  s3AuthType?: Input<string>;
}

/** A bucket whose credentials are given by value. All fields change in place. */
export interface S3Bucket extends S3Place {
  /**
   * Access key ID: 4 to 255 Latin letters, digits, colons, dashes and underscores. Always stored as a secret. The
   * platform never returns it, so `pulumi refresh` does not notice when somebody else changes it. Give either this or
   * `s3AccessKeyIdFrom`.
   */
  s3AccessKeyId: Input<string>;
  /**
   * Secret access key: 16 to 255 Latin letters, digits, `+`, `/`, `-`, `:` and `_`. Always stored as a secret. The
   * platform never returns it, so `pulumi refresh` does not notice when somebody else changes it. Give either this or
   * `s3SecretAccessKeyFrom`.
   */
  s3SecretAccessKey: Input<string>;
}

/** Credentials whose secret access key is read from an environment variable or a file. All fields change in place. */
export interface NamedSecretKey extends Partial<Pick<S3Bucket, "s3AccessKeyId">> {
  /** Where the access key ID is read, so that it is never stored. Give either this or `s3AccessKeyId`. */
  s3AccessKeyIdFrom?: Input<CredentialSource>;
  /** Where the secret access key is read, so that it is never stored. Give either this or `s3SecretAccessKey`. */
  s3SecretAccessKeyFrom: Input<CredentialSource>;
  s3SecretAccessKey?: undefined;
}

/**
 * Credentials of which only the access key ID is read from an environment variable or a file. All fields change in
 * place.
 */
export interface NamedAccessKeyId extends Pick<S3Bucket, "s3SecretAccessKey"> {
  /** Where the access key ID is read, so that it is never stored. Give either this or `s3AccessKeyId`. */
  s3AccessKeyIdFrom: Input<CredentialSource>;
  s3AccessKeyId?: undefined;
}

/** A bucket in the storage of the main cloud vendor. */
export interface CloudvendorBucket extends S3Bucket {
  /** `cloudvendor` for the storage of the main cloud vendor, `other` for any other S3-compatible storage. */
  s3Type: "cloudvendor";
  s3Region: Input<string>;
}

/** A bucket in any other S3-compatible storage. */
export interface OtherBucket extends S3Bucket {
  /** `cloudvendor` for the storage of the main cloud vendor, `other` for any other S3-compatible storage. */
  s3Type: "other";
  s3StorageHostname: Input<string>;
}

/** A bucket whose `s3Type` is an output or a promise; wrap a plain variable in `pulumi.output(type)`. */
export interface LaterBucket extends S3Bucket {
  /** `cloudvendor` for the storage of the main cloud vendor, `other` for any other S3-compatible storage. */
  s3Type: Deferred<"cloudvendor" | "other">;
}

type WithoutCredentials<Bucket extends S3Bucket> = Pick<Bucket, keyof S3Place | ("s3Type" & keyof Bucket)>;

/** A bucket with at least one credential that is read from an environment variable or a file. */
export type NamedBucket = (
  WithoutCredentials<CloudvendorBucket> | WithoutCredentials<OtherBucket> | WithoutCredentials<LaterBucket>
) &
  (NamedSecretKey | NamedAccessKeyId);

/** An S3 bucket and the credentials to read it. All fields change in place. */
export type S3Config = CloudvendorBucket | OtherBucket | LaterBucket | NamedBucket;

/** The edge application to pull from. */
export interface EdgeappConfig {
  /** ID of an application of the same account. It must be enabled and have the API type `wasi-http`. */
  appId: Input<string>;
  s3Type?: undefined;
}

/** The private bucket of a group in the deprecated form, with its credentials. All fields change in place. */
export interface LegacyAuth {
  /** `cloudvendor` for the storage of the main cloud vendor, `other` for any other S3-compatible storage. */
  s3Type: Input<"cloudvendor" | "other">;
  /**
   * Access key ID: 3 to 512 Latin letters, digits, colons, dashes and underscores. Always stored as a secret. Give
   * either this or `s3AccessKeyIdFrom`.
   */
  s3AccessKeyId?: Input<string>;
  /** Where the access key ID is read, so that it is never stored. Give either this or `s3AccessKeyId`. */
  s3AccessKeyIdFrom?: Input<CredentialSource>;
  /**
   * Secret access key of Latin letters, digits, `+`, `/`, `-`, `:` and `_`: exactly 40 of them if `s3Type` is
   * `cloudvendor`, 16 to 255 if it is `other`. Always stored as a secret. Give either this or `s3SecretAccessKeyFrom`.
   */
  s3SecretAccessKey?: Input<string>;
  /** Where the secret access key is read, so that it is never stored. Give either this or `s3SecretAccessKey`. */
  s3SecretAccessKeyFrom?: Input<CredentialSource>;
  /** Name of the bucket, 1 to 256 characters. */
  s3BucketName: Input<string>;
  /** Host name of the storage. Required if `s3Type` is `other`. */
  s3StorageHostname?: Input<string>;
  /** Region of the bucket. Required if `s3Type` is `cloudvendor`. */
  s3Region?: Input<string>;
}

/**
 * What happens to the group on the platform when the resource is destroyed or replaced: `delete` removes it, `retain`
 * leaves it as it is, `restore` puts back what was found when the resource adopted it.
 */
export type OnDestroy = "delete" | "retain" | "restore";

/** The arguments of `OriginGroup`. */
export interface OriginGroupArgs {
  /** Name of the group, 1 to 255 characters, unique among the origin groups of the account. Changes in place. */
  name: Input<string>;
  /**
   * Whether the CDN tries the next origin in the cases that `proxyNextUpstream` lists. Changes in place.
   * @default false
   */
  useNext?: Input<boolean>;
  /**
   * The failures after which the CDN tries the next origin. The order does not matter. Must not be empty while
   * `useNext` is true. Changes in place.
   * @default ["error", "timeout"]
   */
  proxyNextUpstream?: Input<Input<ProxyNextUpstream>[]>;
  /**
   * The origins, in the order in which the CDN tries them. At least one is required, unless `auth` is given; at least
   * one must be enabled, and at least one must not be a backup. How many a group may have depends on the account's
   * plan. Changes in place.
   */
  sources?: Input<InputBy<Source, "originType" | "source" | "config", LiftedConfig>[]>;
  /**
   * Prefix of the path at the origin. Changes in place.
   * @default no prefix
   * @deprecated Let the origins serve the paths as they are requested.
   */
  path?: Input<string>;
  /**
   * `cloudSignatureV4` for a group with a single private bucket, which `auth` describes; such a group has no `sources`.
   * Changes in place.
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
   * the program. Another ID **replaces** the resource. Removing the argument later keeps managing the same group.
   * @default a new group is created
   */
  originGroupId?: Input<number>;
  /**
   * What happens to the group when the resource is destroyed or replaced: `delete` it, `retain` it as it is, or
   * `restore` what was found when it was adopted. `restore` requires `originGroupId`, and a group that had no S3 bucket
   * when it was adopted, because the platform does not reveal credentials. Changes in place.
   * @default "delete" for a group that the resource created, "retain" for one that it adopted
   */
  onDestroy?: Input<OnDestroy>;
}
