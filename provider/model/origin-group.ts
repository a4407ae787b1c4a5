import { neutralWords } from "../config/dialect";
import { isJsonObject, pick, withoutNulls } from "../values/json";
import type { JsonObject } from "../values/json";

/** The cases of `proxy_next_upstream`, in the contract's order (section 2.1). */
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

/** Defaults of the fields. */
export const defaults = {
  useNext: false,
  proxyNextUpstream: ["error", "timeout"],
  originType: "s3",
  backup: false,
  enabled: true,
  authType: "none",
  s3AuthType: neutralWords.cloudSignatureV4,
} as const;

/** Credentials, which the platform accepts but returns masked. */
export const credentials = ["s3AccessKeyId", "s3SecretAccessKey"] as const;

const bucket = ["s3Type", "s3BucketName", "s3Region", "s3StorageHostname"];

/** The fields of a source's config and of the legacy form's auth; others that the platform returns are ignored. */
export const bucketFields = {
  config: [...bucket, ...credentials, "s3AuthType", "appId"],
  auth: [...bucket, ...credentials],
};

/** A failure of an origin after which the CDN tries the next one. */
export type ProxyNextUpstream = (typeof upstreamCases)[number];

/** The private bucket of a group in the deprecated form, without its credentials. */
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
  /** How requests to the storage are signed. */
  s3AuthType?: string;
  /** ID of the edge application. */
  appId?: string;
}

/** An origin on the platform, with defaults applied. A host has `source`; any other has `originType` and `config`. */
export interface SourceOutput {
  /** IP address or domain name of a host, with `:port` for a custom port. */
  source?: string;
  /** `s3` for a bucket, `edgeapp` for an edge application. */
  originType?: "s3" | "edgeapp";
  /** The bucket or the edge application. */
  config?: SourceConfigOutput;
  /** Whether this origin is used only after those that are not backups have become unavailable. */
  backup: boolean;
  /** Whether the CDN pulls from this origin. */
  enabled: boolean;
  /** `Host` header that the CDN sends to this origin, if it is not the CDN's own choice. */
  hostHeaderOverride?: string;
}

/**
 * Normalizes a group, so that two descriptions of the same group are equal. Accepts values that fit their schema or are
 * still unknown.
 */
export function normalizeGroupFields(group: JsonObject): JsonObject {
  return withoutNulls({
    name: group.name,
    useNext: group.useNext ?? defaults.useNext,
    proxyNextUpstream: normalizeCases(group.proxyNextUpstream ?? defaults.proxyNextUpstream),
    sources: Array.isArray(group.sources) ? group.sources.map(normalizeSource) : group.sources,
    path: group.path === "" ? undefined : group.path,
    authType: group.authType === defaults.authType ? undefined : group.authType,
    auth: isJsonObject(group.auth) ? withoutNulls(group.auth) : group.auth,
  });
}

/** A bucket without its credentials. */
export function stripCredentials<T extends object>(of: T): T {
  return pick(of, (key) => !credentials.some((name) => name === key)) as T;
}

function normalizeCases(cases: unknown): unknown {
  if (!Array.isArray(cases) || !cases.every((name) => typeof name === "string")) {
    return cases;
  }
  const extra = cases.filter((name) => !upstreamCases.some((known) => known === name)).sort();
  return [...new Set([...upstreamCases.filter((name) => cases.includes(name)), ...extra])];
}

function normalizeSource(entry: unknown): unknown {
  if (!isJsonObject(entry)) {
    return entry;
  }
  const { source, originType, config } = entry;
  const isBucket = isJsonObject(config) && config.appId === undefined;
  return withoutNulls({
    source,
    originType: source === undefined || source === null ? (originType ?? defaults.originType) : undefined,
    config: isJsonObject(config)
      ? withoutNulls(isBucket ? { ...config, s3AuthType: config.s3AuthType ?? defaults.s3AuthType } : config)
      : config,
    backup: entry.backup ?? defaults.backup,
    enabled: entry.enabled ?? defaults.enabled,
    hostHeaderOverride: entry.hostHeaderOverride,
  });
}
