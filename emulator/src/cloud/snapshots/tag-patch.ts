import { isObject } from "../../json-object";
import { describeBroken, tagKeyRules, tagValueRules, type Tag } from "../tag";
import type { Snapshot } from "./schema";

const readOnlyMessage = "The tag is read-only and cannot be modified.";

/** The server trims values (platform facts "Snapshots"). */
const trimValue = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

function checkTag(key: string, value: unknown, readOnlyKeys: ReadonlySet<string>): string[] {
  const ofKey = describeBroken(tagKeyRules, key);
  if (ofKey.length > 0) {
    return ofKey;
  }
  // Refused even with its present value.
  if (readOnlyKeys.has(key)) {
    return [readOnlyMessage];
  }
  if (value === null) {
    return [];
  }
  return typeof value === "string"
    ? describeBroken(tagValueRules, value.trim())
    : ["The value has to be a text or null."];
}

/** Returns what is wrong with `tags` of a body. */
export function checkTags(patch: unknown, { tags }: Pick<Snapshot, "tags">, refusesNull: boolean): string[] {
  if (patch === null) {
    return refusesNull ? ["This field may not be null."] : [];
  }
  if (!isObject(patch)) {
    return ["Expected an object of tag keys and values, or null."];
  }
  const readOnlyKeys = new Set(tags.filter((tag) => tag.read_only).map((tag) => tag.key));
  return Object.entries(patch).flatMap(([key, value]) =>
    checkTag(key, value, readOnlyKeys).map((message) => `"${key}": ${message}`),
  );
}

/**
 * Applies a JSON merge patch (RFC 7386) that has passed {@link checkTags}. Tags keep their order, new ones come last;
 * read-only ones always stay (contract 4.3).
 */
export function mergeTags(tags: readonly Tag[], patch: Readonly<Record<string, unknown>> | null): Tag[] {
  if (patch === null) {
    return tags.filter((tag) => tag.read_only);
  }
  const merged = new Map(tags.map((tag) => [tag.key, tag]));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      merged.delete(key);
    } else {
      merged.set(key, { key, value: String(trimValue(value)), read_only: false });
    }
  }
  return [...merged.values()];
}
