import type { SnapshotPatch } from "../../api/endpoints/snapshots";
import { ConflictError } from "../../api/errors";
import type { Found, ManagedInputs, TagState } from "./schema";

/** What the platform has at some moment, or had when the state was written. */
export interface Observed {
  name: string;
  allTags: TagState[];
}

/** What a resource has declared of a snapshot up to now. */
export interface Declared {
  tags?: Record<string, string>;
  found?: Found;
}

type Managed = Pick<ManagedInputs, "name" | "tags" | "exclusiveTags">;
type TagPatch = [key: string, value: string | null][];

export const nothingFound: Found = { tags: {}, addedTags: [] };

/**
 * What must change so that the declared name and tags are there, and the tags are gone that were declared before; with
 * `exclusiveTags`, all other tags of the user too. Undefined if nothing must.
 */
export function patchTo(observed: Observed, wanted: Managed, before: Declared): SnapshotPatch | undefined {
  const tags = tagsByKey(observed);
  const declared = Object.entries(wanted.tags ?? {});
  assertWritable(declared, tags);
  const set = declared.filter(([key, value]) => tags.get(key)?.value !== value);
  const goes = (key: string) => !has(wanted.tags, key) && (wanted.exclusiveTags === true || has(before.tags, key));
  const removed = [...tags.values()].filter(({ key, readOnly }) => !readOnly && goes(key));
  const name = wanted.name === observed.name ? undefined : wanted.name;
  return patchOf(name, [...set, ...removed.map(({ key }): TagPatch[number] => [key, null])]);
}

/**
 * What must change so that name and tags are as they were found. A tag that the resource has removed and somebody else
 * has written since is theirs; read-only tags cannot be changed.
 */
export function restoringPatch(observed: Observed, { tags: declared, found }: Declared): SnapshotPatch | undefined {
  const { name, tags: foundTags, addedTags } = found ?? nothingFound;
  const tags = tagsByKey(observed);
  const isOurs = (key: string) => (has(declared, key) || !tags.has(key)) && !tags.get(key)?.readOnly;
  const set = Object.entries(foundTags).filter(([key, value]) => isOurs(key) && tags.get(key)?.value !== value);
  const removed = addedTags.filter((key) => tags.has(key) && isOurs(key));
  return patchOf(name === observed.name ? undefined : name, [
    ...set,
    ...removed.map((key): TagPatch[number] => [key, null]),
  ]);
}

/** What was found, with what is touched now for the first time. */
export function foundWith(before: Declared, observed: Observed, wanted: Managed): Found {
  const found = before.found ?? nothingFound;
  const tags = tagsByKey(observed);
  const touched = [
    ...Object.keys(wanted.tags ?? {}),
    ...Object.keys(patchTo(observed, wanted, before)?.tags ?? {}),
  ].filter((key) => !has(found.tags, key) && !found.addedTags.includes(key));
  const firstTouched = [...new Set(touched)];
  const values = firstTouched.flatMap((key) => {
    const value = tags.get(key)?.value;
    return value === undefined ? [] : [[key, value] as const];
  });
  const name = found.name ?? (wanted.name === undefined ? undefined : observed.name);
  return {
    ...(name !== undefined && { name }),
    tags: { ...found.tags, ...Object.fromEntries(values) },
    addedTags: [...found.addedTags, ...firstTouched.filter((key) => !tags.has(key))].sort(),
  };
}

/** Forgets the added tags that are gone again: if somebody adds them later, they are theirs. */
export function withoutRemoved(found: Found, { tags }: Managed): Found {
  return { ...found, addedTags: found.addedTags.filter((key) => has(tags, key)) };
}

function assertWritable(declared: [string, unknown][], tags: Map<string, TagState>): void {
  const readOnly = declared.map(([key]) => key).filter((key) => tags.get(key)?.readOnly);
  if (readOnly.length > 0) {
    const subject = readOnly.length > 1 ? "tags" : "tag";
    throw new ConflictError({
      message:
        `tags: the ${subject} ${readOnly.map((key) => JSON.stringify(key)).join(", ")} of this snapshot ` +
        `${readOnly.length > 1 ? "are" : "is"} read-only: the platform refuses every change. Take ` +
        `${readOnly.length > 1 ? "them" : "it"} out of \`tags\``,
    });
  }
}

function patchOf(name: string | undefined, tags: TagPatch): SnapshotPatch | undefined {
  const patch = { ...(name !== undefined && { name }), ...(tags.length > 0 && { tags: Object.fromEntries(tags) }) };
  return Object.keys(patch).length > 0 ? patch : undefined;
}

function tagsByKey({ allTags }: Observed): Map<string, TagState> {
  return new Map(allTags.map((tag) => [tag.key, tag]));
}

/** Keys are any text, also the names of what every object has. */
function has(tags: Record<string, unknown> | undefined, key: string): boolean {
  return tags !== undefined && Object.hasOwn(tags, key);
}
