/** Returns what is wrong with the name of a group, except for its length. */
export function checkGroupName(name: string): string | undefined {
  if (name.trim() === "") {
    return "This field may not be blank.";
  }
  const half = /\p{Surrogate}/u.exec(name)?.[0];
  if (half === undefined) {
    return undefined;
  }
  return `Surrogate characters are not allowed: U+${half.charCodeAt(0).toString(16).toUpperCase()}.`;
}

/** All values of `proxy_next_upstream` (contract 2.1). */
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

/** A case in which the next origin is tried. */
type UpstreamCase = (typeof upstreamCases)[number];

/** Options of every kind of source (contract 2.1.1). */
export interface SourceOptions {
  /** Used only if the other origins are unavailable. Server default: false. */
  readonly backup: boolean;
  /** Whether the CDN pulls from it. Server default: true. */
  readonly enabled: boolean;
  /** Host header for this origin, at most 255 characters; null sends the default one. */
  readonly host_header_override: string | null;
}

/** A host (contract 2.1.1). Responses never have its `origin_type`. */
export interface HostSource extends SourceOptions {
  /** IP or domain, with `:port` for a custom port; at most 255 characters. */
  readonly source: string;
}

/** Bucket and credentials of an S3 source (contract 2.1.2), as stored: not masked. */
export interface S3Config {
  readonly s3_type: string;
  readonly s3_bucket_name: string;
  readonly s3_region: string | null;
  readonly s3_storage_hostname: string | null;
  readonly s3_access_key_id: string;
  readonly s3_secret_access_key: string;
  readonly s3_auth_type: string;
}

/** An S3 source, identified by its bucket name. */
export interface S3Source extends SourceOptions {
  readonly origin_type: "s3";
  readonly config: S3Config;
}

/** An edge application as origin (contract 2.1.3). */
export interface EdgeAppSource extends SourceOptions {
  readonly origin_type: string;
  readonly config: { readonly app_id: string };
}

/** One origin of a group. */
export type Source = HostSource | S3Source | EdgeAppSource;

/** The deprecated group-wide credentials (contract 2.1.4), as stored: not masked. */
export interface LegacyAuth {
  readonly s3_type: string;
  readonly s3_access_key_id: string;
  readonly s3_secret_access_key: string;
  readonly s3_bucket_name: string;
  readonly s3_storage_hostname?: string | null | undefined;
  readonly s3_region?: string | null | undefined;
}

/** A CDN resource that uses the group. */
interface RelatedResource {
  readonly id: number;
  /** A source of the group may not be equal to it. */
  readonly cname?: string | undefined;
  /** With `MATCH` no source of the group may have a port. */
  readonly originProtocol?: string | undefined;
}

/** What uses a group; a group in use cannot be deleted. */
export interface Usage {
  readonly resources: readonly RelatedResource[];
  readonly rules: readonly { readonly id: number }[];
}

/** An origin group as the emulator stores it: the wire shape, real credentials, and what uses it. */
export interface OriginGroup {
  readonly id: number;
  readonly name: string;
  readonly use_next: boolean;
  readonly proxy_next_upstream: readonly UpstreamCase[];
  /** `none`, or the dialect's signature word for a group in the legacy form. */
  readonly auth_type: string;
  readonly path: string;
  /** In failover order; empty for a group in the legacy form. */
  readonly sources: readonly Source[];
  /** Set for a group in the legacy form only. */
  readonly auth: LegacyAuth | null;
  readonly usedBy: Usage;
}

/** Whether it is an S3 source. */
export function isS3Source(source: Source): source is S3Source {
  return !("source" in source) && "s3_bucket_name" in source.config;
}

/** What identifies a source on the platform: host text, bucket name or app ID. */
export function identifySource(source: Source): string {
  if ("source" in source) {
    return source.source;
  }
  return isS3Source(source) ? source.config.s3_bucket_name : source.config.app_id;
}
