import type { SnapshotPatch } from "../../api/calls/snapshots";
import { ConflictError } from "../../api/failures/errors";
import type { SnapshotTag } from "../../model/snapshot";
import type { ManagedInputs, RestorePoint } from "./schema";

/** The name and the tags of a snapshot, on the platform or in the state. */
export interface Attributes {
  name: string;
  allTags: SnapshotTag[];
}

/** The tags that the resource declared before, and its restore point. */
export interface Declared {
  tags?: ManagedInputs["tags"];
  restorePoint?: RestorePoint;
}

type Managed = Pick<ManagedInputs, "name" | "tags" | "exclusiveTags">;
type TagPatch = [key: string, value: string | null][];

export const emptyRestorePoint: RestorePoint = { tags: {}, addedTags: [] };

/**
 * The patch that sets the declared name and tags, and removes tags that were only declared before; with
 * `exclusiveTags`, all other writable tags too. Undefined if nothing differs. With `resends`, it has everything that is
 * declared, whether it differs or not.
 */
export function buildPatch(
  actual: Attributes,
  desired: Managed,
  before: Declared,
  resends = false,
): SnapshotPatch | undefined {
  const tags = indexTags(actual);
  const declared = Object.entries(desired.tags ?? {});
  const differs = ([key, value]: TagPatch[number]) => (tags.get(key)?.value ?? null) !== value;
  const shouldRemove = (key: string) =>
    !has(desired.tags, key) &&
    (desired.exclusiveTags === true || (has(before.tags, key) && before.tags?.[key] !== null));
  const removed = [...tags.values()].filter(({ key, readOnly }) => !readOnly && shouldRemove(key));
  const name = desired.name === actual.name && !resends ? undefined : desired.name;
  return toPatch(name, [
    ...declared.filter((tag) => resends || differs(tag)),
    ...removed.map(({ key }): TagPatch[number] => [key, null]),
  ]);
}

/** What other resources of the program manage on the same snapshot. */
export interface OtherClaims {
  haveName: boolean;
  haveTag: (key: string) => boolean;
}

/**
 * The patch that restores the name and the tags. It leaves alone what somebody else has set since: a tag that the
 * resource had removed, and a name that it no longer declares. Read-only tags cannot be changed.
 */
export function buildRestoringPatch(
  actual: Attributes,
  { tags: declared, restorePoint = emptyRestorePoint, managesName }: Declared & { managesName: boolean },
  others: OtherClaims,
): SnapshotPatch | undefined {
  const { name, declaredName, tags: foundTags, addedTags } = restorePoint;
  const tags = indexTags(actual);
  const isOurs = (key: string) =>
    (has(declared, key) || !tags.has(key)) && !tags.get(key)?.readOnly && !others.haveTag(key);
  const set = Object.entries(foundTags).filter(([key, value]) => isOurs(key) && tags.get(key)?.value !== value);
  const removed = addedTags.filter((key) => tags.has(key) && isOurs(key));
  const isNameOurs = (managesName || actual.name === declaredName) && !others.haveName;
  return toPatch(isNameOurs && name !== actual.name ? name : undefined, [
    ...set,
    ...removed.map((key): TagPatch[number] => [key, null]),
  ]);
}

/** Adds to the restore point what the resource changes for the first time. */
export function updateRestorePoint(before: Declared, actual: Attributes, desired: Managed): RestorePoint {
  const known = before.restorePoint ?? emptyRestorePoint;
  const tags = indexTags(actual);
  const touched = [
    ...Object.keys(desired.tags ?? {}),
    ...Object.keys(buildPatch(actual, desired, before)?.tags ?? {}),
  ].filter((key) => !has(known.tags, key) && !known.addedTags.includes(key));
  const firstTouched = [...new Set(touched)];
  const values = firstTouched.flatMap((key) => {
    const value = tags.get(key)?.value;
    return value === undefined ? [] : [[key, value] as const];
  });
  const added = firstTouched.filter((key) => !tags.has(key) && desired.tags?.[key] !== null);
  const name = known.name ?? (desired.name === undefined ? undefined : actual.name);
  const declaredName = desired.name ?? known.declaredName;
  return {
    ...(name !== undefined && { name, declaredName }),
    tags: { ...known.tags, ...Object.fromEntries(values) },
    addedTags: [...known.addedTags, ...added].sort(),
  };
}

/** Drops added tags that are no longer declared: if they appear again, somebody else has added them. */
export function withoutRemoved(restorePoint: RestorePoint, { tags }: Managed): RestorePoint {
  return { ...restorePoint, addedTags: restorePoint.addedTags.filter((key) => has(tags, key)) };
}

/** Why the declared tags cannot be set; undefined if they can. */
export function explainReadOnlyTags(actual: Attributes, desired: Managed): Error | undefined {
  const tags = indexTags(actual);
  const readOnly = Object.keys(desired.tags ?? {}).filter((key) => tags.get(key)?.readOnly);
  if (readOnly.length === 0) {
    return undefined;
  }
  const [subject, verb, object] = readOnly.length > 1 ? ["tags", "are", "them"] : ["tag", "is", "it"];
  return new ConflictError({
    message:
      `tags: the ${subject} ${readOnly.map((key) => JSON.stringify(key)).join(", ")} of this snapshot ${verb} read-only: ` +
      `the platform refuses every change. Remove ${object} from \`tags\``,
  });
}

function toPatch(name: string | undefined, tags: TagPatch): SnapshotPatch | undefined {
  const patch = { ...(name !== undefined && { name }), ...(tags.length > 0 && { tags: Object.fromEntries(tags) }) };
  return Object.keys(patch).length > 0 ? patch : undefined;
}

function indexTags({ allTags }: Attributes): Map<string, SnapshotTag> {
  return new Map(allTags.map((tag) => [tag.key, tag]));
}

/** A key can be `constructor`, or another name that every object inherits. */
function has(tags: Record<string, unknown> | undefined, key: string): boolean {
  return tags !== undefined && Object.hasOwn(tags, key);
}
