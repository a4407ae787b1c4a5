import { neutralWords } from "../../config/dialect";
import { isBlank } from "../../values/characters";
import { isJsonObject, withoutNulls, type JsonObject } from "../../values/json";
import { checkSchema, type Failure } from "../../core/check";
import { unknownObject, type Checked, type Declaration } from "../../core/handler";
import { argsSchema, credentialMask, normalizeGroup, type OriginGroupInputs } from "./schema";
import { defaults } from "../../model/origin-group";
import { Unknown } from "../../core/tree";

interface Entry {
  path: string;
  /** Undefined if the entry is unknown or not an object. */
  source: JsonObject | undefined;
}

/** Checks what can be checked without the platform (contract, sections 2, 7, 8), and reports all failures at once. */
export function checkOriginGroup(args: JsonObject): Checked<OriginGroupInputs> {
  const failures = [...checkSchema(argsSchema, args), ...rules.flatMap((rule) => rule(args))];
  return { inputs: normalizeInputs(args), failures };
}

/** The rules between fields. Values of the wrong type are left to the schema; unknown values break no rule. */
const rules: readonly ((args: JsonObject) => Failure[])[] = [
  checkForm,
  checkOptions,
  (args) => listEntries(args).flatMap(checkSourceForm),
  (args) => listEntries(args).flatMap(checkSourceConfig),
  (args) =>
    checkUnique(args, "source", ({ source }) => (typeof source === "string" ? source.toLowerCase() : undefined)),
  (args) => checkUnique(args, "config.s3BucketName", (source) => pickObject(source, "config")?.s3BucketName),
  checkAvailability,
  (args) => checkBucketLocation("auth", pickObject(args, "auth")),
  checkLegacySecret,
];

function checkForm({ authType, auth, sources }: JsonObject): Failure[] {
  if (authType instanceof Unknown) {
    return [];
  }
  if (authType === neutralWords.cloudSignatureV4) {
    return [
      ...failIfMissing(auth === undefined, "auth", `is required with authType "${authType}"`),
      ...failIf(
        sources !== undefined,
        "sources",
        `must be left out with authType "${authType}": a private bucket is the only origin of its group`,
      ),
    ];
  }
  return [
    ...failIf(
      auth !== undefined,
      "auth",
      `requires authType "${neutralWords.cloudSignatureV4}"; better, give \`sources\` an S3 source instead`,
    ),
    ...failIfMissing(sources === undefined && auth === undefined, "sources", "is required: give at least one origin"),
  ];
}

function checkOptions({ useNext, proxyNextUpstream, onDestroy, originGroupId }: JsonObject): Failure[] {
  const none = Array.isArray(proxyNextUpstream) && proxyNextUpstream.length === 0;
  return [
    ...failIf(
      useNext === true && none,
      "proxyNextUpstream",
      `must name at least one case while useNext is true; leave it out to use the default: ${defaults.proxyNextUpstream.join(" and ")}`,
    ),
    ...failIf(
      onDestroy === "restore" && originGroupId === undefined,
      "onDestroy",
      'can be "restore" only for an adopted group: give its originGroupId, or use "delete" or "retain"',
    ),
  ];
}

function checkSourceForm({ path, source }: Entry): Failure[] {
  if (!source || source.originType instanceof Unknown) {
    return [];
  }
  const { originType, config } = source;
  const hasSource = isPresent(source.source);
  if (originType === "s3" || originType === neutralWords.edgeapp) {
    return [
      ...failIf(
        hasSource,
        `${path}.source`,
        `must be left out with originType "${originType}": the config describes the origin`,
      ),
      ...failIfMissing(!isPresent(config), `${path}.config`, `is required with originType "${originType}"`),
    ];
  }
  if (hasSource) {
    const reason = "must be left out of a host; give it an entry of its own in `sources`";
    return failIf(isPresent(config), `${path}.config`, reason);
  }
  if (originType === "host" || !isPresent(config)) {
    const reason = "is required: the IP address or domain name, or a config for a bucket or edge application";
    return failIfMissing(true, `${path}.source`, reason);
  }
  const isEdgeapp = isPresent(pickObject(source, "config")?.appId);
  return failIf(isEdgeapp, `${path}.originType`, `must be "${neutralWords.edgeapp}" for a config with appId`);
}

function checkSourceConfig({ path, source }: Entry): Failure[] {
  const config = pickObject(source, "config");
  if (!config || source?.originType instanceof Unknown) {
    return [];
  }
  if (source?.originType === neutralWords.edgeapp) {
    const foreign = Object.keys(config).filter((key) => key.startsWith("s3") && isPresent(config[key]));
    const reason = "must be left out of an edge application";
    return [
      ...failIfMissing(!isPresent(config.appId), `${path}.config.appId`, "is required: the ID of the edge application"),
      ...foreign.map((key) => ({ property: `${path}.config.${key}`, reason })),
    ];
  }
  const required = ["s3Type", "s3BucketName", "s3AccessKeyId", "s3SecretAccessKey"];
  return isPresent(config.appId)
    ? failIf(source?.originType === "s3", `${path}.config.appId`, "must be left out of an S3 source")
    : [
        ...required.flatMap((key) => failIfMissing(!isPresent(config[key]), `${path}.config.${key}`, "is required")),
        ...checkBucketLocation(`${path}.config`, config),
      ];
}

function checkBucketLocation(path: string, bucket: JsonObject | undefined): Failure[] {
  const requireFor = (key: string, s3Type: string) => {
    const value = bucket?.[key];
    const isMissing = !isPresent(value) || (typeof value === "string" && isBlank(value));
    const reason = `is required when s3Type is "${s3Type}"`;
    return failIfMissing(bucket?.s3Type === s3Type && isMissing, `${path}.${key}`, reason);
  };
  return [...requireFor("s3Region", neutralWords.cloudvendor), ...requireFor("s3StorageHostname", "other")];
}

function checkUnique(args: JsonObject, property: string, getValue: (source: JsonObject) => unknown): Failure[] {
  const seen = new Map<unknown, string>();
  return listEntries(args).flatMap(({ path, source }) => {
    const value = source && getValue(source);
    const first = seen.get(value);
    if (typeof value === "string" && !first) {
      seen.set(value, path);
    }
    const reason = `repeats that of ${first}; each must be unique in the group`;
    return failIf(first !== undefined, `${path}.${property}`, reason);
  });
}

function checkAvailability(args: JsonObject): Failure[] {
  const entries = listEntries(args);
  const areAll = (key: string, value: boolean) =>
    entries.length > 0 && entries.every(({ source }) => source?.[key] === value);
  return [
    ...failIf(areAll("backup", true), "sources", "are all backups; set backup to false for at least one"),
    ...failIf(areAll("enabled", false), "sources", "are all disabled; set enabled to true for at least one"),
  ];
}

function checkLegacySecret({ auth }: JsonObject): Failure[] {
  const { s3Type, s3SecretAccessKey } = pickObject({ auth }, "auth") ?? {};
  if (typeof s3SecretAccessKey !== "string" || s3SecretAccessKey === credentialMask) {
    return [];
  }
  const { length } = s3SecretAccessKey;
  const property = "auth.s3SecretAccessKey";
  return s3Type === neutralWords.cloudvendor
    ? failIf(length !== 40, property, `must have exactly 40 characters when s3Type is "${s3Type}"`)
    : failIf(length < 16 || length > 255, property, "must have 16 to 255 characters");
}

function listEntries({ sources }: JsonObject): Entry[] {
  const entries = Array.isArray(sources) ? sources : [];
  return entries.map((entry: unknown, index) => ({
    path: `sources[${index}]`,
    source: pickObject({ entry }, "entry"),
  }));
}

function pickObject(values: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = values?.[key];
  return isJsonObject(value) ? value : undefined;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function failIf(condition: boolean, property: string, reason: string): Failure[] {
  return condition ? [{ property, reason }] : [];
}

function failIfMissing(condition: boolean, property: string, reason: string): Failure[] {
  return failIf(condition, property, reason).map((failure) => ({ ...failure, isMissing: true }));
}

/**
 * Applies defaults, drops nulls, an empty path and the default auth type, and sorts the set of cases, so that two
 * descriptions of the same group are equal. Accepts values that fit the schema or are still unknown.
 */
function normalizeInputs(args: JsonObject): OriginGroupInputs {
  return withoutNulls({
    ...normalizeGroup(args),
    originGroupId: args.originGroupId,
    onDestroy: args.onDestroy,
  }) as unknown as OriginGroupInputs;
}

/** What no other resource may declare: the name, and the adopted group. */
export function listDeclarations({ name, originGroupId }: Partial<OriginGroupInputs>): Declaration[] {
  const key = typeof originGroupId === "number" ? String(originGroupId) : unknownObject;
  return [
    ...(typeof name === "string"
      ? [{ property: "name", key: JSON.stringify({ name }), advice: "Names are unique on the platform" }]
      : []),
    ...(originGroupId === undefined
      ? []
      : [{ property: "originGroupId", key, advice: "Only one resource can manage a group", object: "taken" as const }]),
  ];
}
