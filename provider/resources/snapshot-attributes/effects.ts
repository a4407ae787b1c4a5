import { formatPropertyPath } from "../../core/check";
import { createIsHidden, describeFieldChanges } from "../../core/field-changes";
import { Unknown } from "../../core/unknown";
import { pick } from "../../values/json";
import { buildPatch, type Attributes } from "./delta";
import { has } from "./restore-point";
import type { ManagedInputs } from "./schema";

type Managed = Pick<ManagedInputs, "name" | "tags" | "exclusiveTags">;

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
  return joinEffects(changes, listRemoved(patch.tags));
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
  return joinEffects([], listRemoved(pick(tags, (key) => !has(desired.tags, key) && !has(before.tags, key))));
}

/** Which tags `exclusiveTags` removes is not known as long as the declared ones are not. */
function withoutUnknownTags(desired: Managed): Managed {
  const isUnknown = (desired.tags as unknown) instanceof Unknown;
  return isUnknown ? { ...desired, tags: undefined, exclusiveTags: false } : desired;
}

function listRemoved(tags: object = {}): string[] {
  return Object.keys(pick(tags, (_, value) => value === null)).map((key) => formatPropertyPath(["tags", key]));
}

function joinEffects(changes: readonly string[], removed: readonly string[]): string | undefined {
  const clauses = [
    changes.length > 0 && `changes ${changes.join(", ")}`,
    removed.length > 0 && `removes ${removed.join(", ")}`,
  ];
  return clauses.filter(Boolean).join("; ") || undefined;
}
