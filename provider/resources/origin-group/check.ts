import { neutralWords } from "../../config/dialect";
import { checkSchema, type Failure } from "../../core/check";
import type { Checked } from "../../core/handler";
import { Unknown } from "../../core/tree";
import { defaults, normalizeGroup } from "../../model/origin-group-fields";
import { isBlank } from "../../values/characters";
import { isJsonObject, withoutNulls, type JsonObject } from "../../values/json";
import { argsSchema, type OriginGroupInputs } from "./schema";

/** Most rules are from docs/contract.md, sections 2, 7 and 8. A value that is not known yet counts as given. */
export function checkOriginGroup(args: JsonObject): Checked<OriginGroupInputs> {
  const failures = [...checkSchema(argsSchema, args), ...checkGroup(args), ...checkSources(args.sources)];
  const { originGroupId, onDestroy } = args;
  const inputs = { ...normalizeGroup(args), ...withoutNulls({ originGroupId, onDestroy }) };
  return { inputs, failures };
}

function checkGroup(args: JsonObject): Failure[] {
  const { authType, auth, sources, useNext, proxyNextUpstream, onDestroy, originGroupId } = args;
  const failures: Failure[] = [];
  // While `authType` is unknown, the group may have `auth` or `sources`, so neither case applies.
  if (authType === neutralWords.cloudSignatureV4) {
    const reason = `must be left out with authType "${authType}": a private bucket is the only origin of its group`;
    failures.push(...requireValue("auth", auth, `is required with authType "${authType}"`));
    failures.push(...forbidValue("sources", sources, reason));
  } else if (!(authType instanceof Unknown)) {
    const reason = `requires authType "${neutralWords.cloudSignatureV4}"; better, give \`sources\` an S3 source instead`;
    failures.push(...forbidValue("auth", auth, reason));
    // With `auth`, the failure above is enough.
    failures.push(...requireValue("sources", sources ?? auth, "is required: give at least one origin"));
  }
  if (useNext === true && Array.isArray(proxyNextUpstream) && proxyNextUpstream.length === 0) {
    const advice = `leave it out to use the default: ${defaults.proxyNextUpstream.join(" and ")}`;
    const reason = `must name at least one case while useNext is true; ${advice}`;
    failures.push({ property: "proxyNextUpstream", reason });
  }
  if (onDestroy === "restore" && originGroupId === undefined) {
    const reason = 'can be "restore" only for an adopted group: give its originGroupId, or use "delete" or "retain"';
    failures.push({ property: "onDestroy", reason });
  }
  if (isJsonObject(auth)) {
    const { s3Type, s3SecretAccessKey: secret } = auth;
    failures.push(...checkBucketLocation("auth", auth));
    if (s3Type === neutralWords.cloudvendor && typeof secret === "string" && secret.length !== 40) {
      const reason = `must have exactly 40 characters when s3Type is "${s3Type}"`;
      failures.push({ property: "auth.s3SecretAccessKey", reason });
    }
  }
  return failures;
}

function checkSources(sources: unknown): Failure[] {
  const entries: unknown[] = Array.isArray(sources) ? sources : [];
  const failures: Failure[] = [];
  const firstPlaces = new Map<string, string>();
  for (const [index, entry] of entries.entries()) {
    if (!isJsonObject(entry)) {
      continue;
    }
    const path = `sources[${index}]`;
    failures.push(...checkSource(path, entry));
    const { s3BucketName } = isJsonObject(entry.config) ? entry.config : {};
    for (const [property, name] of Object.entries({ source: entry.source, "config.s3BucketName": s3BucketName })) {
      if (typeof name !== "string") {
        continue;
      }
      const key = `${property} ${property === "source" ? name.toLowerCase() : name}`;
      const reason = `repeats that of ${firstPlaces.get(key)}; each must be unique in the group`;
      if (firstPlaces.has(key)) {
        failures.push({ property: `${path}.${property}`, reason });
      } else {
        firstPlaces.set(key, path);
      }
    }
  }
  const useless = [
    ["backup", true, "are all backups; set backup to false for at least one"],
    ["enabled", false, "are all disabled; set enabled to true for at least one"],
  ] as const;
  for (const [key, value, reason] of useless) {
    if (entries.length > 0 && entries.every((entry) => isJsonObject(entry) && entry[key] === value)) {
      failures.push({ property: "sources", reason });
    }
  }
  return failures;
}

function checkSource(path: string, { source, originType, config }: JsonObject): Failure[] {
  // Without `originType`, a config without `source` is a bucket; an entry without both is an incomplete host.
  const form = originType ?? (isGiven(source) || !isGiven(config) ? "host" : "s3");
  if (form === "host") {
    const advice = "the IP address or domain name, or a config for a bucket or edge application";
    return [
      ...requireValue(`${path}.source`, source, `is required: ${advice}`),
      ...forbidValue(`${path}.config`, config, "must be left out of a host; give it an entry of its own in `sources`"),
    ];
  }
  if (form !== "s3" && form !== neutralWords.edgeapp) {
    // `originType` is not known yet, or `checkSchema` reports it.
    return [];
  }
  const reason = `must be left out with originType "${form}": the config describes the origin`;
  return [
    ...forbidValue(`${path}.source`, source, reason),
    ...requireValue(`${path}.config`, config, `is required with originType "${form}"`),
    ...(isJsonObject(config) ? checkConfig(`${path}.config`, form, config) : []),
  ];
}

function checkConfig(path: string, form: "s3" | "edgeapp", config: JsonObject): Failure[] {
  if (form === neutralWords.edgeapp) {
    return [
      ...requireValue(`${path}.appId`, config.appId, "is required: the ID of the edge application"),
      ...Object.keys(config)
        .filter((key) => key.startsWith("s3"))
        .flatMap((key) => forbidValue(`${path}.${key}`, config[key], "must be left out of an edge application")),
    ];
  }
  if (isGiven(config.appId)) {
    // This is probably an edge application, so it need not have the fields of a bucket.
    return forbidValue(`${path}.appId`, config.appId, `requires originType "${neutralWords.edgeapp}"`);
  }
  const required = ["s3Type", "s3BucketName", "s3AccessKeyId", "s3SecretAccessKey"];
  return [
    ...required.flatMap((key) => requireValue(`${path}.${key}`, config[key], "is required")),
    ...checkBucketLocation(path, config),
  ];
}

function checkBucketLocation(path: string, { s3Type, s3Region, s3StorageHostname }: JsonObject): Failure[] {
  if (s3Type !== neutralWords.cloudvendor && s3Type !== "other") {
    // `s3Type` is not known yet, or another check reports it.
    return [];
  }
  const [key, value] = s3Type === "other" ? ["s3StorageHostname", s3StorageHostname] : ["s3Region", s3Region];
  const isMissing = typeof value === "string" && isBlank(value);
  return requireValue(`${path}.${key}`, isMissing ? undefined : value, `is required when s3Type is "${s3Type}"`);
}

function requireValue(property: string, value: unknown, reason: string): Failure[] {
  return isGiven(value) ? [] : [{ property, reason, isMissing: true }];
}

function forbidValue(property: string, value: unknown, reason: string): Failure[] {
  return isGiven(value) ? [{ property, reason }] : [];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
