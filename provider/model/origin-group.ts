/** The values of `proxyNextUpstream` (docs/contract.md, section 2.1), in canonical order. */
export const upstreamCases = [
  "error",
  "timeout",
  "invalid_header",
  "http_403",
  "http_404",
  "http_429",
  "http_500",
  "http_502",
  "http_503",
  "http_504",
] as const;

/** The platform returns these fields of a bucket masked. */
export const credentials: readonly string[] = ["s3AccessKeyId", "s3SecretAccessKey"];

/** A failure of an origin after which the CDN tries the next origin. */
export type ProxyNextUpstream = (typeof upstreamCases)[number];

/** The private bucket in the deprecated `auth` of a group, without credentials. */
export interface LegacyBucketOutput {
  /** `cloudvendor` for the storage of the main cloud vendor, `other` for any other S3-compatible storage. */
  s3Type: "cloudvendor" | "other";
  /** Name of the bucket. */
  s3BucketName: string;
  /** Host name of the storage. */
  s3StorageHostname?: string;
  /** Region of the bucket. */
  s3Region?: string;
}

/** An S3 bucket without its credentials, or an edge application, which has only an `appId`. */
export interface SourceConfigOutput extends Partial<LegacyBucketOutput> {
  /** How the CDN signs its requests to the storage. */
  s3AuthType?: string;
  /** ID of the edge application. */
  appId?: string;
}

/**
 * An origin, with defaults applied. A host has `source`; a bucket or an edge application has `originType` and `config`.
 */
export interface SourceOutput {
  /** IP address or domain name of a host, with `:port` for a custom port. */
  source?: string;
  /** `s3` for a bucket, `edgeapp` for an edge application. */
  originType?: "s3" | "edgeapp";
  /** The bucket or the edge application. */
  config?: SourceConfigOutput;
  /** Whether the CDN uses this origin only if all non-backup origins are unavailable. */
  backup: boolean;
  /** Whether the CDN pulls from this origin. */
  enabled: boolean;
  /** `Host` header that the CDN sends to this origin. Without it, the CDN chooses the header. */
  hostHeaderOverride?: string;
}
