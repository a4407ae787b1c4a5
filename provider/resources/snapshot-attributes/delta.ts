import type { SnapshotPatch } from "../../api/calls/snapshots";
import { ConflictError } from "../../api/failures/errors";
import type { SnapshotTag } from "../../model/snapshot";
import { pick } from "../../values/json";
import type { OtherClaims } from "./other-claims";
import { emptyRestorePoint, has, readFoundTag, type Declared } from "./restore-point";
import type { ManagedInputs, RestorePoint } from "./schema";

/** The name and the tags of a snapshot, on the platform or in the state. */
export interface Attributes {
  name: string;
  allTags: SnapshotTag[];
}

type Managed = Pick<ManagedInputs, "name" | "tags" | "exclusiveTags">;
type TagPatch = [key: string, value: string | null][];

/**
 * The patch that sets the declared name and tags, and removes tags that were only declared before, unless another
 * resource declares them now; with `exclusiveTags`, all other writable tags too. Undefined if nothing differs. With
 * `resends`, it has everything that is declared, whether it differs or not.
 */
export function buildPatch(
  actual: Attributes,
  desired: Managed,
  before: Declared,
  others?: OtherClaims,
  resends = false,
): SnapshotPatch | undefined {
  const tags = indexTags(actual);
  const declared = Object.entries(desired.tags ?? {});
  const differs = ([key, value]: TagPatch[number]) => (tags.get(key)?.value ?? null) !== value;
  const shouldRemove = (key: string) =>
    !has(desired.tags, key) &&
    (desired.exclusiveTags === true || (has(before.tags, key) && before.tags?.[key] !== null && !others?.haveTag(key)));
  const removed = [...tags.values()].filter(({ key, readOnly }) => !readOnly && shouldRemove(key));
  const name = desired.name === actual.name && !resends ? undefined : desired.name;
  return toPatch(name, [
    ...declared.filter((tag) => resends || differs(tag)),
    ...removed.map(({ key }): TagPatch[number] => [key, null]),
  ]);
}

/**
 * The patch that restores the name and the tags. It leaves alone what somebody else has set since: a tag that the
 * resource no longer declares, unless it is as last declared, and such a name. Read-only tags cannot be changed.
 */
export function buildRestoringPatch(
  actual: Attributes,
  { tags: declared, restorePoint = emptyRestorePoint, managesName }: Declared,
  others: OtherClaims,
): SnapshotPatch | undefined {
  const { name, declaredName, tags: foundTags, addedTags, declaredTags } = restorePoint;
  const tags = indexTags(actual);
  const isOurs = (key: string) => {
    const tag = tags.get(key);
    const isAsDeclared = has(declaredTags, key) && declaredTags?.[key] === tag?.value;
    return (has(declared, key) || !tag || isAsDeclared) && !tag?.readOnly && !others.haveTag(key);
  };
  const restored = [...Object.keys(foundTags), ...addedTags]
    .map((key): TagPatch[number] => [key, others.traceTag(key, readFoundTag(restorePoint, key) ?? null)])
    .filter(([key, value]) => isOurs(key) && (tags.get(key)?.value ?? null) !== value);
  const isNameOurs = (managesName || actual.name === declaredName) && !others.haveName;
  const former = name === undefined ? undefined : others.traceName(name);
  return toPatch(isNameOurs && former !== actual.name ? former : undefined, restored);
}

/**
 * Adds to the restore point what the resource changes for the first time. What another resource of the program has set
 * is not what was there before: that one's restore point says what was.
 */
export function updateRestorePoint(
  before: Declared,
  actual: Attributes,
  desired: Managed,
  others: OtherClaims,
): RestorePoint {
  const known = before.restorePoint ?? emptyRestorePoint;
  const tags = indexTags(actual);
  const touched = new Set([
    ...Object.keys(desired.tags ?? {}),
    ...Object.keys(buildPatch(actual, desired, before, others)?.tags ?? {}),
  ]);
  // A tag that the resource had removed, and that is there again, is somebody else's.
  const isStillKnown = (key: string) =>
    has(before.tags, key) || before.exclusiveTags === true || has(known.declaredTags, key) || !tags.has(key);
  const found = [...touched].map((key) => {
    const first = isStillKnown(key) ? readFoundTag(known, key) : undefined;
    return [key, others.traceTag(key, first === undefined ? (tags.get(key)?.value ?? null) : first)] as const;
  });
  const isUntouched = (key: string) => !touched.has(key);
  const added = found.filter(([key, value]) => value === null && desired.tags?.[key] !== null).map(([key]) => key);
  const former = known.name ?? (desired.name === undefined ? undefined : actual.name);
  return {
    ...known,
    ...(former !== undefined && {
      name: desired.name === undefined ? former : others.traceName(former),
      declaredName: desired.name ?? known.declaredName,
    }),
    tags: {
      ...pick(known.tags, isUntouched),
      ...Object.fromEntries(found.filter(([, value]) => value !== null)),
    } as RestorePoint["tags"],
    addedTags: [...known.addedTags.filter(isUntouched), ...added].sort(),
  };
}

/**
 * Settles what becomes of tags and a name that are no longer declared. Added tags are dropped: if they appear again,
 * somebody else has added them. Where another resource declares a tag or the name now, what it has found decides: the
 * last declared value leads back to this restore point; anything else, and that one knows what was there before.
 */
export function settleRestorePoint(
  restorePoint: RestorePoint,
  before: Declared,
  desired: Managed,
  others: OtherClaims,
): RestorePoint {
  const { name, declaredName, tags, addedTags } = restorePoint;
  const isDeclared = (key: string) => has(desired.tags, key);
  const isLost = (key: string) => !isDeclared(key) && others.haveTag(key) && !others.foundTagOf(before, key);
  const keptTags = pick(tags, (key) => !isLost(key)) as RestorePoint["tags"];
  const given = pick(before.tags ?? {}, (key, value) => others.haveTag(key) && value !== null);
  const declaredTags = pick(
    { ...restorePoint.declaredTags, ...given },
    (key) => !isDeclared(key) && !isLost(key) && readFoundTag(restorePoint, key) !== undefined,
  ) as RestorePoint["declaredTags"];
  const isNameLost =
    desired.name === undefined && others.haveName && !(declaredName !== undefined && others.foundName(declaredName));
  return {
    ...(name !== undefined && !isNameLost && { name, declaredName }),
    tags: keptTags,
    addedTags: addedTags.filter((key) => isDeclared(key) || has(declaredTags, key)),
    ...(Object.keys(declaredTags ?? {}).length > 0 && { declaredTags }),
  };
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
