import { neutralWords } from "../../config/dialect";
import { checkSchema, type Failure } from "../../core/check";
import type { Checked } from "../../core/handler";
import { Unknown } from "../../core/tree";
import { defaults } from "../../model/origin-group";
import { isBlank } from "../../values/characters";
import { isJsonObject, withoutNulls, type JsonObject } from "../../values/json";
import { argsSchema, credentialMask, normalizeGroup, type OriginGroupInputs } from "./schema";

/** Adds a failure. */
type Fail = (property: string, reason: string, how?: { isMissing: true }) => void;

const missing = { isMissing: true } as const;

/** Checks what can be checked without the platform (contract, sections 2, 7, 8), and reports all failures at once. */
export function checkOriginGroup(args: JsonObject): Checked<OriginGroupInputs> {
  const failures: Failure[] = checkSchema(argsSchema, args);
  const fail: Fail = (property, reason, how) => failures.push({ property, reason, ...how });
  // The rules between fields. Values of the wrong type are left to the schema; unknown values break no rule.
  checkGroup(args, fail);
  checkSources(args, fail);
  checkAuth(args, fail);
  const { originGroupId, onDestroy } = args;
  const inputs = withoutNulls({ ...normalizeGroup(args), originGroupId, onDestroy });
  return { inputs: inputs as unknown as OriginGroupInputs, failures };
}

function checkGroup(args: JsonObject, fail: Fail): void {
  const { authType, auth, sources, useNext, proxyNextUpstream, onDestroy, originGroupId } = args;
  if (authType === neutralWords.cloudSignatureV4) {
    if (auth === undefined) {
      fail("auth", `is required with authType "${authType}"`, missing);
    }
    if (sources !== undefined) {
      const reason = "a private bucket is the only origin of its group";
      fail("sources", `must be left out with authType "${authType}": ${reason}`);
    }
  } else if (!(authType instanceof Unknown)) {
    if (auth !== undefined) {
      const advice = "better, give `sources` an S3 source instead";
      fail("auth", `requires authType "${neutralWords.cloudSignatureV4}"; ${advice}`);
    } else if (sources === undefined) {
      fail("sources", "is required: give at least one origin", missing);
    }
  }
  if (useNext === true && Array.isArray(proxyNextUpstream) && proxyNextUpstream.length === 0) {
    const advice = `leave it out to use the default: ${defaults.proxyNextUpstream.join(" and ")}`;
    fail("proxyNextUpstream", `must name at least one case while useNext is true; ${advice}`);
  }
  if (onDestroy === "restore" && originGroupId === undefined) {
    const advice = 'give its originGroupId, or use "delete" or "retain"';
    fail("onDestroy", `can be "restore" only for an adopted group: ${advice}`);
  }
}

function checkSources({ sources }: JsonObject, fail: Fail): void {
  const entries: unknown[] = Array.isArray(sources) ? sources : [];
  const firstPlaces = new Map<string, string>();
  entries.forEach((entry, index) => {
    if (!isJsonObject(entry)) {
      return;
    }
    const path = `sources[${index}]`;
    const config = isJsonObject(entry.config) ? entry.config : undefined;
    if (!(entry.originType instanceof Unknown)) {
      checkForm(path, entry, fail);
      checkConfig(`${path}.config`, entry.originType, config, fail);
    }
    const host = typeof entry.source === "string" ? entry.source.toLowerCase() : undefined;
    for (const [property, name] of Object.entries({ source: host, "config.s3BucketName": config?.s3BucketName })) {
      const key = `${property} ${String(name)}`;
      const first = firstPlaces.get(key);
      if (first !== undefined) {
        fail(`${path}.${property}`, `repeats that of ${first}; each must be unique in the group`);
      } else if (typeof name === "string") {
        firstPlaces.set(key, path);
      }
    }
  });
  const areAll = (key: string, value: boolean) =>
    entries.length > 0 && entries.every((entry) => isJsonObject(entry) && entry[key] === value);
  if (areAll("backup", true)) {
    fail("sources", "are all backups; set backup to false for at least one");
  }
  if (areAll("enabled", false)) {
    fail("sources", "are all disabled; set enabled to true for at least one");
  }
}

/** Which fields a source of its form must have, and which it must not. */
function checkForm(path: string, { source, originType, config }: JsonObject, fail: Fail): void {
  if (originType === "s3" || originType === neutralWords.edgeapp) {
    if (isPresent(source)) {
      fail(`${path}.source`, `must be left out with originType "${originType}": the config describes the origin`);
    }
    if (!isPresent(config)) {
      fail(`${path}.config`, `is required with originType "${originType}"`, missing);
    }
  } else if (isPresent(source)) {
    if (isPresent(config)) {
      fail(`${path}.config`, "must be left out of a host; give it an entry of its own in `sources`");
    }
  } else if (originType === "host" || !isPresent(config)) {
    const what = "the IP address or domain name, or a config for a bucket or edge application";
    fail(`${path}.source`, `is required: ${what}`, missing);
  } else if (isJsonObject(config) && isPresent(config.appId)) {
    fail(`${path}.originType`, `must be "${neutralWords.edgeapp}" for a config with appId`);
  }
}

function checkConfig(path: string, originType: unknown, config: JsonObject | undefined, fail: Fail): void {
  if (!config) {
    return;
  }
  if (originType === neutralWords.edgeapp) {
    if (!isPresent(config.appId)) {
      fail(`${path}.appId`, "is required: the ID of the edge application", missing);
    }
    for (const key of Object.keys(config).filter((name) => name.startsWith("s3") && isPresent(config[name]))) {
      fail(`${path}.${key}`, "must be left out of an edge application");
    }
  } else if (isPresent(config.appId)) {
    if (originType === "s3") {
      fail(`${path}.appId`, "must be left out of an S3 source");
    }
  } else {
    for (const key of ["s3Type", "s3BucketName", "s3AccessKeyId", "s3SecretAccessKey"]) {
      if (!isPresent(config[key])) {
        fail(`${path}.${key}`, "is required", missing);
      }
    }
    checkBucketLocation(path, config, fail);
  }
}

function checkBucketLocation(path: string, bucket: JsonObject, fail: Fail): void {
  for (const [s3Type, key] of [
    [neutralWords.cloudvendor, "s3Region"],
    ["other", "s3StorageHostname"],
  ] as const) {
    const value = bucket[key];
    const isMissing = !isPresent(value) || (typeof value === "string" && isBlank(value));
    if (bucket.s3Type === s3Type && isMissing) {
      fail(`${path}.${key}`, `is required when s3Type is "${s3Type}"`, missing);
    }
  }
}

function checkAuth({ auth }: JsonObject, fail: Fail): void {
  if (!isJsonObject(auth)) {
    return;
  }
  checkBucketLocation("auth", auth, fail);
  const { s3Type, s3SecretAccessKey: secret } = auth;
  if (typeof secret !== "string" || secret === credentialMask) {
    return;
  }
  if (s3Type === neutralWords.cloudvendor) {
    if (secret.length !== 40) {
      fail("auth.s3SecretAccessKey", `must have exactly 40 characters when s3Type is "${s3Type}"`);
    }
  } else if (secret.length < 16 || secret.length > 255) {
    fail("auth.s3SecretAccessKey", "must have 16 to 255 characters");
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
