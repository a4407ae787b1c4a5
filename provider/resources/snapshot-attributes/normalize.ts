import { isJsonObject, withoutNulls, type JsonObject } from "../../values/json";
import type { DefaultScope } from "../../model/scope";
import { defaults, type ManagedInputs, type SnapshotAttributesInputs } from "./schema";

/**
 * Normalized: defaults applied, nulls and empty tags dropped, the UUID in lower case, so that two descriptions of the
 * same snapshot are equal. Takes values that fit the schema or are unknown yet.
 */
export function normalizeInputs(args: JsonObject, scope: DefaultScope = {}): SnapshotAttributesInputs {
  const { snapshotId } = args;
  return {
    projectId: args.projectId ?? scope.projectId,
    regionId: args.regionId ?? scope.regionId,
    snapshotId: typeof snapshotId === "string" ? snapshotId.toLowerCase() : snapshotId,
    ...normalizeManaged(args),
  } as SnapshotAttributesInputs;
}

/** The normalized inputs, without those that identify the snapshot. */
export function normalizeManaged(args: object): ManagedInputs {
  const { name, tags, exclusiveTags, onDestroy, lockTimeoutSeconds } = args as JsonObject;
  const noTags = isJsonObject(tags) && Object.keys(tags).length === 0;
  const values = {
    name,
    tags: noTags ? undefined : tags,
    exclusiveTags: exclusiveTags ?? defaults.exclusiveTags,
    onDestroy: onDestroy ?? defaults.onDestroy,
    lockTimeoutSeconds: lockTimeoutSeconds ?? defaults.lockTimeoutSeconds,
  };
  return withoutNulls(values) as unknown as ManagedInputs;
}
