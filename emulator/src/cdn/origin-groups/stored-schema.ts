import { z } from "zod";
import { countCharacters } from "../../count-characters";
import type { Dialect } from "../../dialect";
import { isObject } from "../../json-object";
import { detectForm } from "./draft";
import { positiveId } from "../../positive-id";

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

const createTextSchema = (limit: number) =>
  z.string().refine((value) => countCharacters(value) <= limit, `has more than ${limit} characters`);

const createNonEmptyTextSchema = (limit: number) => createTextSchema(limit).min(1);

const sourceOptions = {
  backup: z.boolean().default(false),
  enabled: z.boolean().default(true),
  host_header_override: createTextSchema(255).nullable().default(null),
};

const hostSource = z
  .strictObject({ origin_type: z.literal("host").optional(), source: createNonEmptyTextSchema(255), ...sourceOptions })
  .transform(({ source, backup, enabled, host_header_override }) => ({
    source,
    backup,
    enabled,
    host_header_override,
  }));

const createS3SourceSchema = (dialect: Dialect) =>
  z.strictObject({
    origin_type: z.literal("s3").default("s3"),
    config: z.strictObject({
      s3_type: z.enum([dialect.cloudvendor, "other"]),
      s3_bucket_name: createNonEmptyTextSchema(256),
      s3_region: z.string().nullable().default(null),
      s3_storage_hostname: z.string().nullable().default(null),
      s3_access_key_id: z.string(),
      s3_secret_access_key: z.string(),
      s3_auth_type: z.string().default(dialect.cloudSignatureV4),
    }),
    ...sourceOptions,
  });

const createEdgeAppSourceSchema = (dialect: Dialect) =>
  z.strictObject({
    origin_type: z.literal(dialect.edgeapp),
    config: z.strictObject({ app_id: z.string().min(1) }),
    ...sourceOptions,
  });

/** Creates the schemas of all forms of a source. */
const createSourceSchemas = (dialect: Dialect) =>
  [hostSource, createS3SourceSchema(dialect), createEdgeAppSourceSchema(dialect)] as const;

type SourceInput = z.input<ReturnType<typeof createSourceSchemas>[number]>;

/** One origin of a group (contract 2.1.1 to 2.1.3), with real credentials. */
export type Source = z.output<ReturnType<typeof createSourceSchemas>[number]>;

type S3Source = z.output<ReturnType<typeof createS3SourceSchema>>;

/** Detects the form first: a plain union would only say "invalid input". */
const createSourceSchema = (dialect: Dialect) => {
  const [host, s3, edge] = createSourceSchemas(dialect);
  // An unknown form is checked as S3, whose message names origin_type.
  const forms = { host, s3, edge, unknown: s3 };
  return z
    .custom<SourceInput>(() => true)
    .transform((value, context): Source => {
      const result = forms[detectForm(isObject(value) ? value : {}, dialect)].safeParse(value);
      if (result.success) {
        return result.data;
      }
      for (const { path, message } of result.error.issues) {
        context.addIssue({ code: "custom", path: [...path], message });
      }
      return z.NEVER;
    });
};

const createLegacyAuthSchema = (dialect: Dialect) =>
  z.strictObject({
    s3_type: z.enum([dialect.cloudvendor, "other"]),
    s3_access_key_id: z.string(),
    s3_secret_access_key: z.string(),
    s3_bucket_name: createNonEmptyTextSchema(256),
    s3_storage_hostname: z.string().nullish(),
    s3_region: z.string().nullish(),
  });

/**
 * Creates the schema of a stored group, with the server's defaults (platform facts "Origin groups"). It parses seeds
 * and requests that passed the rules, so a field left out of a PUT gets its default.
 */
export const createGroupSchema = (dialect: Dialect) =>
  z.strictObject({
    name: createNonEmptyTextSchema(255).superRefine((value, context) => {
      const message = checkGroupName(value);
      if (message !== undefined) {
        context.addIssue({ code: "custom", message });
      }
    }),
    // The default of a create is not published; with false, a client that forgets it notices.
    use_next: z.boolean().default(false),
    proxy_next_upstream: z.array(z.enum(upstreamCases)).default(["error", "timeout"]),
    auth_type: z.enum(["none", dialect.cloudSignatureV4]).default("none"),
    path: z.string().default(""),
    sources: z.array(createSourceSchema(dialect)).default([]),
    auth: createLegacyAuthSchema(dialect).nullable().default(null),
  });

/** What uses a group in a seed; a group in use cannot be deleted. */
export const usage = z.strictObject({
  resources: z
    .array(z.strictObject({ id: positiveId, cname: z.string().optional(), originProtocol: z.string().optional() }))
    .default([]),
  rules: z.array(z.strictObject({ id: positiveId })).default([]),
});

/** An origin group as the emulator stores it: the wire shape, real credentials, and what uses it. */
export interface OriginGroup extends Readonly<z.output<ReturnType<typeof createGroupSchema>>> {
  readonly id: number;
  readonly usedBy: z.output<typeof usage>;
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
