import { isJsonObject, withoutNulls, type JsonObject } from "../../values/json";
import type { DefaultScope } from "../../model/scope";
import { defaults, type ManagedInputs, type SnapshotAttributesInputs } from "./schema";

/**
 * Applies defaults, drops nulls and empty tags and puts the UUID in lower case, so that two descriptions of the same
 * snapshot are equal. Accepts values that fit the schema or are still unknown.
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
