import type { ManagedInputs, RestorePoint } from "./schema";

/** What a resource declared before, and its restore point. */
export interface Declared {
  tags?: ManagedInputs["tags"];
  managesName?: boolean;
  exclusiveTags?: boolean;
  restorePoint?: RestorePoint;
}

export const emptyRestorePoint: RestorePoint = { tags: {}, addedTags: [] };

/** The value of a tag before the resource first changed it; `null` if there was none, undefined if it is not known. */
export function readFoundTag(restorePoint: RestorePoint | undefined, key: string): string | null | undefined {
  if (has(restorePoint?.tags, key)) {
    return restorePoint?.tags[key];
  }
  return restorePoint?.addedTags.includes(key) ? null : undefined;
}

/** A key can be `constructor`, or another name that every object inherits. */
export function has(tags: Record<string, unknown> | undefined, key: string): boolean {
  return tags !== undefined && Object.hasOwn(tags, key);
}
