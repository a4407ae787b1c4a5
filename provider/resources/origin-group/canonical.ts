import { isJsonObject, pick, type JsonObject } from "../../json";
import { containsUnknown } from "../../pulumi/unknown";
import { defaults, upstreamCases, type GroupInputs, type OriginGroupInputs } from "./schema";

/**
 * Fills in defaults, drops what says nothing (`null`, an empty path, the default auth type) and puts the set of cases
 * in order, so that two descriptions of the same group are equal. Takes values that fit the schema or are unknown yet.
 */
export function canonicalInputs(args: JsonObject): OriginGroupInputs {
  return compact({
    ...canonicalGroup(args),
    originGroupId: args.originGroupId,
    onDestroy: args.onDestroy,
  }) as unknown as OriginGroupInputs;
}

/** The part of `canonicalInputs` that lives on the platform. */
export function canonicalGroup(args: JsonObject): GroupInputs {
  return compact({
    name: args.name,
    useNext: args.useNext ?? defaults.useNext,
    proxyNextUpstream: canonicalCases(args.proxyNextUpstream ?? defaults.proxyNextUpstream),
    sources: Array.isArray(args.sources) ? args.sources.map(canonicalSource) : args.sources,
    path: args.path === "" ? undefined : args.path,
    authType: args.authType === defaults.authType ? undefined : args.authType,
    auth: isJsonObject(args.auth) ? compact(args.auth) : args.auth,
  }) as unknown as GroupInputs;
}

function canonicalCases(cases: unknown): unknown {
  if (!Array.isArray(cases) || containsUnknown(cases)) {
    return cases;
  }
  const extra = cases.filter((name: string) => !upstreamCases.some((known) => known === name)).sort();
  return [...new Set([...upstreamCases.filter((name) => cases.includes(name)), ...(extra as string[])])];
}

function canonicalSource(entry: unknown): unknown {
  if (!isJsonObject(entry)) {
    return entry;
  }
  return compact({
    source: entry.source,
    originType: originType(entry),
    config: canonicalConfig(entry.config),
    backup: entry.backup ?? defaults.backup,
    enabled: entry.enabled ?? defaults.enabled,
    hostHeaderOverride: entry.hostHeaderOverride,
  });
}

function originType(entry: JsonObject): unknown {
  if (entry.source !== undefined && entry.source !== null) {
    return undefined;
  }
  return entry.originType ?? "s3";
}

function canonicalConfig(config: unknown): unknown {
  if (!isJsonObject(config)) {
    return config;
  }
  return compact(
    config.appId === undefined ? { ...config, s3AuthType: config.s3AuthType ?? defaults.s3AuthType } : config,
  );
}

function compact(values: JsonObject): JsonObject {
  return pick(values, (_, value) => value !== undefined && value !== null);
}
