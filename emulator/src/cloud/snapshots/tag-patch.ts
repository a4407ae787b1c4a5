import { isObject } from "../../json-object";
import { describeBroken, tagKeyRules, tagValueRules, type Tag } from "../tag";
import type { Snapshot } from "./schema";

const readOnlyMessage = "The tag is read-only and cannot be modified.";

/** The value as the server stores it: it trims (platform facts "Snapshots"). */
const trimValue = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

function checkTag(key: string, value: unknown, readOnlyKeys: ReadonlySet<string>): string[] {
  const ofKey = describeBroken(tagKeyRules, key);
  if (ofKey.length > 0) return ofKey;
  // Naming a read-only tag is refused whatever is asked of it: even its own value would be a modification later.
  if (readOnlyKeys.has(key)) return [readOnlyMessage];
  if (value === null) return [];
  return typeof value === "string"
    ? describeBroken(tagValueRules, value.trim())
    : ["The value has to be a text or null."];
}

/** What is wrong with `tags` of a body. `refusesNull`: the deployment does not take `tags: null`. */
export function checkTags(patch: unknown, { tags }: Pick<Snapshot, "tags">, refusesNull: boolean): string[] {
  if (patch === null) return refusesNull ? ["This field may not be null."] : [];
  if (!isObject(patch)) return ["Expected an object of tag keys and values, or null."];
  const readOnlyKeys = new Set(tags.filter((tag) => tag.read_only).map((tag) => tag.key));
  return Object.entries(patch).flatMap(([key, value]) =>
    checkTag(key, value, readOnlyKeys).map((message) => `"${key}": ${message}`),
  );
}

/**
 * JSON merge patch (RFC 7386) of the user's tags, with a patch that {@link checkTags} found nothing wrong with. Tags
 * keep their place, new ones come last; read-only ones stay whatever the patch is (contract 4.3).
 */
export function mergeTags(tags: readonly Tag[], patch: Readonly<Record<string, unknown>> | null): Tag[] {
  if (patch === null) return tags.filter((tag) => tag.read_only);
  const merged = new Map(tags.map((tag) => [tag.key, tag]));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, { key, value: String(trimValue(value)), read_only: false });
  }
  return [...merged.values()];
}
