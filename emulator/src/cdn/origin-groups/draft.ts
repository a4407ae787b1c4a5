import { z } from "zod";
import type { Dialect } from "../../dialect";
import { isObject } from "../../json-object";
import { parseHost, type HostText } from "./host-text";

const sentSource = z.strictObject({
  origin_type: z.string().optional(),
  source: z.string().nullish(),
  config: z.unknown().optional(),
  backup: z.boolean().optional(),
  enabled: z.boolean().optional(),
  host_header_override: z.string().nullish(),
});

// Unknown properties are refused: the contract lists the body's properties, and if a misspelt one were dropped
// silently, the client would believe that it was applied.
/** A request body, as far as its outer types go. */
export const sentGroup = z.strictObject({
  name: z.string(),
  use_next: z.boolean().optional(),
  proxy_next_upstream: z.array(z.string()).optional(),
  path: z.string().optional(),
  // Wrong values of these two have their own errors in section 7 of the contract.
  auth_type: z.unknown().optional(),
  auth: z.unknown().optional(),
  sources: z.array(sentSource).optional(),
});

/** A source whose outer types are right. */
type SentSource = z.output<typeof sentSource>;

/** A request body whose outer types are right. */
export type SentGroup = z.output<typeof sentGroup>;

/** The form of a source in a request; `unknown` if its `origin_type` is none of the three. */
export type Form = "host" | "s3" | "edge" | "unknown";

/** A source as sent, with its form, not validated yet. */
export interface Entry {
  readonly form: Form;
  /** Its key in `errors.sources` (contract 7): the source text, the bucket, or `s3_entry_<index>`. */
  readonly key: string;
  readonly originType: string | undefined;
  readonly source: string | undefined;
  /** The parts of `source`. */
  readonly host: HostText;
  readonly config: unknown;
  /** `config` if it is an object, otherwise empty. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly sent: SentSource;
  readonly backup: boolean;
  readonly enabled: boolean;
}

/** A whole request, as the rules check it. */
export interface Draft {
  readonly sent: SentGroup;
  readonly legacy: boolean;
  readonly entries: readonly Entry[];
  /** In lower case. */
  readonly duplicateHosts: ReadonlySet<unknown>;
  readonly duplicateBuckets: ReadonlySet<unknown>;
}

/** Detects the form of a source by its `origin_type`, or without one by its properties. */
export function detectForm({ origin_type, source, config }: SentSource, dialect: Dialect): Form {
  if (origin_type === "host") {
    return "host";
  }
  if (origin_type === "s3") {
    return "s3";
  }
  if (origin_type === dialect.edgeapp) {
    return "edge";
  }
  if (origin_type !== undefined) {
    return "unknown";
  }
  // Only the edge form requires origin_type (contract 2.1.1): a config without one is an S3 source.
  return (source === undefined || source === null) && config !== undefined ? "s3" : "host";
}

function deriveErrorKey(form: Form, sent: SentSource, fields: Record<string, unknown>, index: number): string {
  const own = form === "s3" ? fields.s3_bucket_name : form === "edge" ? fields.app_id : sent.source;
  if (typeof own === "string" && own !== "") {
    return own;
  }
  // The platform facts name the key of an S3 entry without a bucket; for the others nothing is published.
  return form === "s3" ? `s3_entry_${index}` : `entry_${index}`;
}

function findDuplicates(values: readonly unknown[]): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  return new Set(values.filter((value) => seen.has(value) || !seen.add(value)));
}

/** Prepares a request for the rules (contract 2.1.1 and 4.1). */
export function toDraft(sent: SentGroup, dialect: Dialect): Draft {
  const entries = (sent.sources ?? []).map((source, index): Entry => {
    const form = detectForm(source, dialect);
    const fields = isObject(source.config) ? source.config : {};
    return {
      form,
      key: deriveErrorKey(form, source, fields, index),
      originType: source.origin_type,
      source: source.source ?? undefined,
      host: parseHost(source.source ?? ""),
      config: source.config,
      fields,
      sent: source,
      backup: source.backup ?? false,
      enabled: source.enabled ?? true,
    };
  });
  const hosts = entries.filter(({ form }) => form === "host").map(({ source }) => source?.toLowerCase());
  const buckets = entries.filter(({ form }) => form === "s3").map(({ fields }) => fields.s3_bucket_name);
  const legacy = sent.auth_type === dialect.cloudSignatureV4;
  return { sent, legacy, entries, duplicateHosts: findDuplicates(hosts), duplicateBuckets: findDuplicates(buckets) };
}
