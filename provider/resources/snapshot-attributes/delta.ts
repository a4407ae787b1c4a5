import type { SnapshotPatch } from "../../api/calls/snapshots";
import { ConflictError } from "../../api/failures/errors";
import { formatPropertyPath } from "../../core/check";
import { createIsHidden, describeFieldChanges } from "../../core/field-changes";
import type { SnapshotTag } from "../../model/snapshot";
import { pick } from "../../values/json";
import type { ManagedInputs, RestorePoint } from "./schema";
import { Unknown } from "../../core/tree";

/** The name and the tags of a snapshot, on the platform or in the state. */
export interface Attributes {
  name: string;
  allTags: SnapshotTag[];
}

/** What a resource declared before, and its restore point. */
export interface Former {
  tags?: ManagedInputs["tags"];
  managesName?: boolean;
  exclusiveTags?: boolean;
  restorePoint?: RestorePoint;
}

export const emptyRestorePoint: RestorePoint = { tags: {}, addedTags: [] };

type Managed = Pick<ManagedInputs, "name" | "tags" | "exclusiveTags">;
type TagPatch = [key: string, value: string | null][];

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
  const declared = Object.entries(desired.tags ?? {});
  const shouldRemove = (key: string) =>
    !has(desired.tags, key) &&
    (desired.exclusiveTags === true || (has(before.tags, key) && before.tags?.[key] !== null));
  const removed = [...tags.values()].filter(({ key, readOnly }) => !readOnly && shouldRemove(key));
  const name = desired.name === actual.name && !resends ? undefined : desired.name;
  return toPatch(name, [
    ...declared.filter(([key, value]) => resends || (tags.get(key)?.value ?? null) !== value),
    ...removed.map(({ key }): TagPatch[number] => [key, null]),
  ]);
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
  const isOurs = (key: string) => {
    const tag = tags.get(key);
    return (has(declared, key) || !tag) && !tag?.readOnly && !other.exclusiveTags && !has(other.tags, key);
  };
  const restored = [...Object.keys(foundTags), ...addedTags]
    .map((key): TagPatch[number] => [key, readFoundTag(restorePoint, key) ?? null])
    .filter(([key, value]) => isOurs(key) && (tags.get(key)?.value ?? null) !== value);
  const isNameOurs = (managesName || actual.name === declaredName) && !other.managesName;
  return toPatch(isNameOurs && name !== actual.name ? name : undefined, restored);
}

/** The restore point with what the resource is about to change for the first time. */
export function updateRestorePoint(before: Former, actual: Attributes, desired: Managed): RestorePoint {
  const known = before.restorePoint ?? emptyRestorePoint;
  const tags = indexTags(actual);
  const touched = new Set([
    ...Object.keys(desired.tags ?? {}),
    ...Object.keys(buildPatch(actual, desired, before)?.tags ?? {}),
  ]);
  // If a tag that the resource had removed is there again, somebody else has set it.
  const isStillKnown = (key: string) => has(before.tags, key) || before.exclusiveTags === true || !tags.has(key);
  const found = [...touched].map((key) => {
    const first = isStillKnown(key) ? readFoundTag(known, key) : undefined;
    return [key, first === undefined ? (tags.get(key)?.value ?? null) : first] as const;
  });
  const isUntouched = (key: string) => !touched.has(key);
  const added = found.filter(([key, value]) => value === null && desired.tags?.[key] !== null).map(([key]) => key);
  const former = known.name ?? (desired.name === undefined ? undefined : actual.name);
  return {
    ...(former !== undefined && { name: former, declaredName: desired.name ?? known.declaredName }),
    tags: {
      ...pick(known.tags, isUntouched),
      ...Object.fromEntries(found.filter(([, value]) => value !== null)),
    } as RestorePoint["tags"],
    addedTags: [...known.addedTags.filter(isUntouched), ...added].sort(),
  };
}

/** Drops added tags that are no longer declared: if they appear again, somebody else has added them. */
export function settleRestorePoint(restorePoint: RestorePoint, desired: Managed): RestorePoint {
  return { ...restorePoint, addedTags: restorePoint.addedTags.filter((key) => has(desired.tags, key)) };
}

/** Why the declared tags cannot be set; undefined if they can. */
export function explainReadOnlyTags(actual: Attributes, desired: Managed): Error | undefined {
  const problem = describeReadOnlyTags(actual, desired);
  return problem === undefined ? undefined : new ConflictError({ message: `tags: ${problem}` });
}

export function describeReadOnlyTags(actual: Attributes, desired: Managed): string | undefined {
  const tags = indexTags(actual);
  const readOnly = Object.keys(desired.tags ?? {}).filter((key) => tags.get(key)?.readOnly);
  if (readOnly.length === 0) {
    return undefined;
  }
  const [subject, verb, object] = readOnly.length > 1 ? ["tags", "are", "them"] : ["tag", "is", "it"];
  return (
    `the ${subject} ${readOnly.map((key) => JSON.stringify(key)).join(", ")} of this snapshot ${verb} read-only: ` +
    `the platform refuses every change. Remove ${object} from \`tags\``
  );
}

function toPatch(name: string | undefined, tags: TagPatch): SnapshotPatch | undefined {
  const patch = { ...(name !== undefined && { name }), ...(tags.length > 0 && { tags: Object.fromEntries(tags) }) };
  return Object.keys(patch).length > 0 ? patch : undefined;
}

function indexTags({ allTags }: Attributes): Map<string, SnapshotTag> {
  return new Map(allTags.map((tag) => [tag.key, tag]));
}

/**
 * What the first `up` overwrites and removes on the snapshot, as a clause; undefined if that is nothing. What it adds,
 * Pulumi shows.
 */
export function describeFirstEffects(
  actual: Attributes,
  desired: Managed,
  secrets: readonly string[],
): string | undefined {
  const patch = buildPatch(actual, withoutUnknownTags(desired), {}) ?? {};
  const before = Object.fromEntries(actual.allTags.map(({ key, value }) => [key, value]));
  const overwritten = pick(patch.tags ?? {}, (key, value) => value !== null && has(before, key));
  const changes = describeFieldChanges(
    { name: actual.name, tags: pick(before, (key) => has(overwritten, key)) },
    { name: patch.name ?? actual.name, tags: overwritten },
    createIsHidden([], secrets),
  );
  return joinEffects(changes, patch.tags);
}

/** The same for tags of others that an update removes because `exclusiveTags` is turned on. */
export function describeExclusiveEffects(
  actual: Attributes,
  desired: Managed,
  before: Pick<ManagedInputs, "tags" | "exclusiveTags">,
): string | undefined {
  if (before.exclusiveTags === true) {
    return undefined;
  }
  const { tags = {} } = buildPatch(actual, withoutUnknownTags(desired), {}) ?? {};
  return joinEffects(
    [],
    pick(tags, (key) => !has(desired.tags, key) && !has(before.tags, key)),
  );
}

/** While the declared tags are unknown, so is what `exclusiveTags` removes. */
function withoutUnknownTags(desired: Managed): Managed {
  const isUnknown = (desired.tags as unknown) instanceof Unknown;
  return isUnknown ? { ...desired, tags: undefined, exclusiveTags: false } : desired;
}

function joinEffects(changes: readonly string[], tags: object = {}): string | undefined {
  const removed = Object.keys(pick(tags, (_, value) => value === null)).map((key) => formatPropertyPath(["tags", key]));
  const clauses = [
    changes.length > 0 && `changes ${changes.join(", ")}`,
    removed.length > 0 && `removes ${removed.join(", ")}`,
  ];
  return clauses.filter(Boolean).join("; ") || undefined;
}

/** The value of a tag before the resource first changed it; `null` if there was none, undefined if it is not known. */
function readFoundTag({ tags, addedTags }: RestorePoint, key: string): string | null | undefined {
  return has(tags, key) ? tags[key] : addedTags.includes(key) ? null : undefined;
}

/** A key can be `constructor`, or another name that every object inherits. */
function has(tags: Record<string, unknown> | undefined, key: string): boolean {
  return tags !== undefined && Object.hasOwn(tags, key);
}
