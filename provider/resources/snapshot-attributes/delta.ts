import type { SnapshotPatch } from "../../api/calls/snapshots";
import { createIsHidden, describeFieldChanges } from "../../core/field-changes";
import { Unknown } from "../../core/tree";
import type { SnapshotTag } from "../../model/snapshot";
import { pick, withoutNulls } from "../../values/json";
import type { ManagedInputs, RestorePoint, SnapshotAttributesState } from "./schema";

/** The name and the tags of a snapshot, on the platform or in the state. */
export interface Attributes {
  name: string;
  allTags: SnapshotTag[];
}

/** What a resource declared before, and its restore point. */
export type Former = Partial<Pick<SnapshotAttributesState, "tags" | "managesName" | "exclusiveTags" | "restorePoint">>;

export const emptyRestorePoint: RestorePoint = { tags: {}, addedTags: [] };

type Managed = Pick<ManagedInputs, "name" | "tags" | "exclusiveTags">;

/**
 * The patch that sets the declared name and tags and removes tags that were only declared before, or with `exclusiveTags`
 * all others; undefined if nothing differs. With `resends` it has everything that is declared.
 */
export function buildPatch(
  actual: Attributes,
  desired: Managed,
  before: Former,
  resends = false,
): SnapshotPatch | undefined {
  const tags = indexTags(actual);
  const patched = new Map<string, string | null>();
  for (const [key, value] of Object.entries(desired.tags ?? {})) {
    if (resends || (tags.get(key)?.value ?? null) !== value) {
      patched.set(key, value);
    }
  }
  for (const { key, readOnly } of tags.values()) {
    const wasDeclared = has(before.tags, key) && before.tags?.[key] !== null;
    if (!readOnly && !has(desired.tags, key) && (desired.exclusiveTags === true || wasDeclared)) {
      patched.set(key, null);
    }
  }
  return toPatch(desired.name === actual.name && !resends ? undefined : desired.name, patched);
}

/**
 * The patch that restores the name and the tags. It leaves alone read-only tags, what somebody else has set since, and
 * what `other`, another resource of this run, declares.
 */
export function buildRestoringPatch(
  actual: Attributes,
  { tags: declared, restorePoint = emptyRestorePoint, managesName }: Former,
  other: Former = {},
): SnapshotPatch | undefined {
  const { name, declaredName, tags: foundTags, addedTags } = restorePoint;
  const tags = indexTags(actual);
  const restored = new Map<string, string | null>();
  for (const key of [...Object.keys(foundTags), ...addedTags]) {
    const tag = tags.get(key);
    const isOurs = (has(declared, key) || !tag) && !tag?.readOnly && !other.exclusiveTags && !has(other.tags, key);
    const found = readFoundTag(restorePoint, key) ?? null;
    if (isOurs && (tag?.value ?? null) !== found) {
      restored.set(key, found);
    }
  }
  const isNameOurs = (managesName || actual.name === declaredName) && !other.managesName;
  return toPatch(isNameOurs && name !== actual.name ? name : undefined, restored);
}

/** The restore point with what the resource is about to change for the first time. */
export function updateRestorePoint(before: Former, actual: Attributes, desired: Managed): RestorePoint {
  const { name, declaredName, tags: knownTags, addedTags } = before.restorePoint ?? emptyRestorePoint;
  // If a tag is there again that is no longer declared, somebody else has added it.
  const known = { tags: knownTags, addedTags: addedTags.filter((key) => has(before.tags, key)) };
  const { tags: patched = {} } = buildPatch(actual, desired, before) ?? {};
  const tags = indexTags(actual);
  const touched = new Set([...Object.keys(desired.tags ?? {}), ...Object.keys(patched)]);
  const found = [...touched].map((key) => {
    // If a tag that the resource had removed is there again, somebody else has set it.
    const isStillKnown = has(before.tags, key) || before.exclusiveTags === true || !tags.has(key);
    const first = isStillKnown ? readFoundTag(known, key) : undefined;
    return [key, first === undefined ? (tags.get(key)?.value ?? null) : first] as const;
  });
  const isUntouched = (key: string) => !touched.has(key);
  const added = found.filter(([key, value]) => value === null && desired.tags?.[key] !== null).map(([key]) => key);
  const formerName = name ?? (desired.name === undefined ? undefined : actual.name);
  return {
    ...(formerName !== undefined && { name: formerName, declaredName: desired.name ?? declaredName }),
    tags: {
      ...pick(known.tags, isUntouched),
      ...Object.fromEntries(found.filter(([, value]) => value !== null)),
    } as RestorePoint["tags"],
    addedTags: [...known.addedTags.filter(isUntouched), ...added].sort(),
  };
}

/** Why the declared tags cannot be set; undefined if they can. */
export function findReadOnlyProblem(actual: Attributes, desired: Managed): string | undefined {
  const readOnly = actual.allTags.filter(({ key, readOnly }) => readOnly && has(desired.tags, key));
  const names = readOnly.map(({ key }) => JSON.stringify(key)).join(", ");
  return names === "" ? undefined : `must not have the read-only ${names}: the platform refuses every change`;
}

/**
 * What an `up` overwrites and removes that the resource did not declare before, as a clause; undefined if that is
 * nothing. Without `former` it is the first `up`. Of an update, Pulumi shows all but the tags that `exclusiveTags`
 * removes once it is turned on.
 */
export function describeEffects(
  actual: Attributes,
  desired: Managed,
  former?: Former,
  secrets: readonly string[] = [],
): string | undefined {
  if (former && (former.exclusiveTags || !desired.exclusiveTags)) {
    return undefined;
  }
  // While the declared tags are unknown, so is what `exclusiveTags` removes.
  const areTagsUnknown = (desired.tags as unknown) instanceof Unknown;
  const known = areTagsUnknown ? { ...desired, tags: undefined, exclusiveTags: false } : desired;
  const { name = actual.name, tags = {} } = buildPatch(actual, known, {}) ?? {};
  const there = Object.fromEntries(actual.allTags.map(({ key, value }) => [key, value]));
  const isShown = (key: string) => has(there, key) && !(former && (has(desired.tags, key) || has(former.tags, key)));
  const before = { name: former ? name : actual.name, tags: pick(there, (key) => has(tags, key) && isShown(key)) };
  const after = { name, tags: withoutNulls(pick(tags, isShown)) };
  const changes = describeFieldChanges(before, after, createIsHidden([], secrets));
  return changes.length > 0 ? `changes ${changes.join(", ")}` : undefined;
}

function toPatch(name: string | undefined, tags: ReadonlyMap<string, string | null>): SnapshotPatch | undefined {
  const patch = { ...(name !== undefined && { name }), ...(tags.size > 0 && { tags: Object.fromEntries(tags) }) };
  return Object.keys(patch).length > 0 ? patch : undefined;
}

function indexTags({ allTags }: Attributes): Map<string, SnapshotTag> {
  return new Map(allTags.map((tag) => [tag.key, tag]));
}

/** The value of a tag before the resource first changed it; `null` if there was none, undefined if it is not known. */
function readFoundTag(
  { tags, addedTags }: Pick<RestorePoint, "tags" | "addedTags">,
  key: string,
): string | null | undefined {
  return has(tags, key) ? tags[key] : addedTags.includes(key) ? null : undefined;
}

/** A key can be `constructor`, or another name that every object inherits. */
function has(tags: Record<string, unknown> | undefined, key: string): boolean {
  return tags !== undefined && Object.hasOwn(tags, key);
}
