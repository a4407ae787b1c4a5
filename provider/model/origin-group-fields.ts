import type { OriginGroupAnswer } from "../api/calls/origin-groups";
import { camelCase, renameKeys, snakeCase } from "../api/calls/naming";
import { neutralWords, type Dialect, type NeutralWord } from "../config/dialect";
import { isJsonObject, mapValues, pick, withoutNulls, type JsonObject } from "../values/json";
import { credentials, upstreamCases } from "./origin-group";
import type { LegacyBucketOutput, SourceConfigOutput, SourceOutput } from "./origin-group";

export const defaults = {
  useNext: false,
  proxyNextUpstream: ["error", "timeout"],
  originType: "s3",
  backup: false,
  enabled: true,
  authType: "none",
  s3AuthType: neutralWords.cloudSignatureV4,
} as const;

interface Credentials {
  s3AccessKeyId?: string;
  s3SecretAccessKey?: string;
}

/** A group in normal form, so that `isDeepStrictEqual` can compare two groups. */
export interface GroupInputs {
  name: string;
  useNext: boolean;
  proxyNextUpstream: string[];
  sources?: (Omit<SourceOutput, "config"> & { config?: SourceConfigOutput & Credentials })[];
  path?: string;
  authType?: "cloudSignatureV4";
  auth?: LegacyBucketOutput & Credentials;
}

const bucket = ["s3Type", "s3BucketName", "s3Region", "s3StorageHostname"];

export const bucketFields = { config: [...bucket, "s3AuthType", "appId"], auth: bucket };

/**
 * Fields with a word that differs between installations of the platform (`config/dialect.ts`). Programs use `neutral`.
 * The words in `others` are the same everywhere. Without `others`, the field takes any text.
 */
const dialectFields: Readonly<Record<string, { neutral: NeutralWord; others?: readonly string[] }>> = {
  s3Type: { neutral: "cloudvendor", others: ["other"] },
  s3AuthType: { neutral: "cloudSignatureV4" },
  authType: { neutral: "cloudSignatureV4", others: ["none"] },
  originType: { neutral: "edgeapp", others: ["host", "s3"] },
};

/** Leaves values that are invalid or still unknown as they are. */
export function normalizeGroup(group: object): GroupInputs {
  const { name, useNext, proxyNextUpstream, sources, path, authType, auth } = group as JsonObject;
  return withoutNulls({
    name,
    useNext: useNext ?? defaults.useNext,
    proxyNextUpstream: normalizeCases(proxyNextUpstream ?? defaults.proxyNextUpstream),
    sources: Array.isArray(sources) ? sources.map(normalizeSource) : sources,
    path: path === "" ? undefined : path,
    authType: authType === defaults.authType ? undefined : authType,
    auth: isJsonObject(auth) ? withoutEmpty(auth) : auth,
  }) as unknown as GroupInputs;
}

/** The answer masks credentials, so each bucket gets those of the bucket with the same name in `known`. */
export function readGroup(
  { name, use_next, proxy_next_upstream, path, auth, auth_type, sources }: OriginGroupAnswer,
  dialect: Dialect,
  known: Partial<GroupInputs> = {},
): GroupInputs {
  const fromWire = (fields: object) => translateWords(renameKeys(fields, camelCase), dialect, neutralWords);
  const buckets = [...(known.sources ?? []).map(({ config }) => config), known.auth];
  const readBucket = (answer: object, fields: readonly string[]) => {
    const shown = pick(fromWire(answer), (key) => fields.includes(key));
    const { s3BucketName } = shown;
    const match = s3BucketName === undefined ? undefined : buckets.find((it) => it?.s3BucketName === s3BucketName);
    return { ...shown, ...pick(match ?? {}, (key) => credentials.includes(key)) };
  };
  return normalizeGroup({
    name,
    useNext: use_next,
    proxyNextUpstream: proxy_next_upstream,
    path,
    // Some installations return `auth_type` for every group, so it counts only together with `auth`.
    authType: auth && fromWire({ auth_type: auth_type || dialect.cloudSignatureV4 }).authType,
    auth: auth && readBucket(auth, bucketFields.auth),
    sources: auth
      ? undefined
      : (sources ?? []).map(({ config, ...rest }) => ({
          ...fromWire(rest),
          config: config && readBucket(config, bucketFields.config),
        })),
  });
}

export function readComputedFields(answer: OriginGroupAnswer, { sources = [], authType }: GroupInputs) {
  return {
    originGroupId: answer.id,
    sources,
    authType: authType ?? defaults.authType,
    hasRelatedResources: answer.has_related_resources ?? false,
  };
}

export function withoutCredentials(group: GroupInputs): GroupInputs {
  const strip = (config: unknown) =>
    isJsonObject(config) ? pick(config, (key) => !credentials.includes(key)) : config;
  const sources: unknown = group.sources;
  return normalizeGroup({
    ...group,
    auth: strip(group.auth),
    sources: Array.isArray(sources)
      ? sources.map((source: unknown) => (isJsonObject(source) ? { ...source, config: strip(source.config) } : source))
      : sources,
  });
}

/** The body is always the complete group, because the platform resets a field that the body lacks to its default. */
export function toRequestBody(group: GroupInputs, dialect: Dialect): JsonObject & { name: string } {
  const toWire = (fields: object) => renameKeys(translateWords(fields, neutralWords, dialect), snakeCase);
  const { name, useNext, proxyNextUpstream, path, authType = defaults.authType, auth, sources } = group;
  const origins = auth
    ? { ...toWire({ authType }), auth: toWire(auth) }
    : { sources: sources?.map(({ config, ...source }) => ({ ...toWire(source), config: config && toWire(config) })) };
  return { name, use_next: useNext, proxy_next_upstream: proxyNextUpstream, path, ...origins };
}

/** Finds words in the platform's answers that the dialect lacks, and the command that adds them. */
export function findForeignWords(
  answers: OriginGroupAnswer[],
  dialect: Dialect,
): { named: string[]; command: string } | undefined {
  const found: Partial<Record<NeutralWord, string>> = {};
  const parts = answers.flatMap(({ auth, auth_type, sources }) => [
    auth && { ...auth, auth_type },
    ...(sources ?? []).flatMap((source) => [source, source.config]),
  ]);
  for (const [field, word] of parts.flatMap((part) => Object.entries<unknown>(part ?? {}))) {
    const { neutral, others } = dialectFields[camelCase(field)] ?? {};
    if (neutral && others && typeof word === "string" && ![...others, neutral, dialect[neutral], ""].includes(word)) {
      found[neutral] ??= word;
    }
  }
  const named = Object.entries(found).map(([neutral, word]) => `"${word}", probably for "${neutral}"`);
  return named.length === 0 ? undefined : { named, command: formatDialectCommand({ ...dialect, ...found }) };
}

/** Follows the command, which has no effect on an explicit Provider. */
export const providerAdvice = "or as dialect of an explicit Provider";

/** The command replaces the whole setting, so `dialect` needs the words that are already set, too. */
export function formatDialectCommand(dialect: Dialect): string {
  const customWords = pick(dialect, (neutral, word) => neutral !== word);
  return `\`pulumi config set edgecloud:dialect '${JSON.stringify(customWords)}'\``;
}

function translateWords(fields: object, from: Dialect, to: Dialect): JsonObject {
  return mapValues(fields, (value, key) => {
    const neutral = dialectFields[key]?.neutral;
    return neutral && value === from[neutral] ? to[neutral] : value;
  });
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
  const { source, originType, config: given, backup, enabled, hostHeaderOverride } = withoutEmpty(entry);
  const config = isJsonObject(given) ? withoutEmpty(given) : given;
  const isBucket = isJsonObject(config) && config.appId === undefined;
  return withoutNulls({
    source,
    // A `source` is a host, which needs no type. An entry without one is a bucket unless `originType` says otherwise.
    originType: source === undefined ? (originType ?? defaults.originType) : undefined,
    config: isBucket ? { ...config, s3AuthType: config.s3AuthType ?? defaults.s3AuthType } : config,
    backup: backup ?? defaults.backup,
    enabled: enabled ?? defaults.enabled,
    hostHeaderOverride,
  });
}

/** The platform answers `null` or an empty text for what is not set. */
function withoutEmpty(fields: object): JsonObject {
  return pick(withoutNulls(fields), (_, value) => value !== "");
}
