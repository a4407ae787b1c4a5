import type { SnapshotAnswer, SnapshotRef } from "../../api/calls/snapshots";
import { camelCase } from "../../api/calls/naming";
import { withoutNulls } from "../../values/json";
import { ScopedIds } from "../../model/resource-ids";
import { readTags, snapshotIdSchema } from "../../model/snapshot-answer";
import { normalizeManaged } from "./schema";
import type { ManagedInputs, RestorePoint, SnapshotAttributesInputs, SnapshotAttributesState } from "./schema";
import { type Attributes, emptyRestorePoint } from "./delta";
import { traits } from "./traits";

export const ids = new ScopedIds<SnapshotRef>("snapshot", traits.id);

/** The one form of an ID that may have its UUID in capitals, since the platform ignores their case. */
export function normalizeId(id: string): string {
  const start = id.lastIndexOf("/") + 1;
  const snapshotId = id.slice(start);
  return snapshotIdSchema.safeParse(snapshotId).success ? id.slice(0, start) + snapshotId.toLowerCase() : id;
}

/** The reference in any form of an ID. */
export function parseId(id: string): SnapshotRef {
  return ids.parse(normalizeId(id));
}

/** The name and the tags of an answer. */
export function readAttributes(answer: SnapshotAnswer): Attributes {
  return { name: answer.name, allTags: readTags(answer) };
}

/** The outputs of the resource. */
export function toState(
  ref: SnapshotRef,
  answer: SnapshotAnswer,
  managed: ManagedInputs,
  ownState: Pick<SnapshotAttributesState, "restorePoint" | "operation" | "claim">,
): SnapshotAttributesState {
  const { name, allTags } = readAttributes(answer);
  const outputs = {
    lockTaskId: answer.task_id,
    createdAt: answer.created_at,
    creatorTaskId: answer.creator_task_id,
    description: answer.description,
    region: answer.region,
    size: answer.size,
    updatedAt: answer.updated_at,
    volumeId: answer.volume_id,
  };
  return {
    ...ref,
    ...managed,
    ...withoutNulls(outputs),
    name,
    managesName: managed.name !== undefined,
    allTags,
    status: answer.status,
    ...ownState,
  };
}

/** What the program declared when the state was written. */
export function readManaged(state: Partial<SnapshotAttributesState>): ManagedInputs {
  return normalizeManaged({ ...state, name: state.managesName ? state.name : undefined });
}

/** The restore point in a state of any version. */
export function readRestorePoint(state: Partial<SnapshotAttributesState>): RestorePoint {
  return { ...emptyRestorePoint, ...state.restorePoint };
}

/**
 * The inputs with the current values of the managed fields. With `exclusiveTags` every writable tag is managed, so tags
 * of others show as drift.
 */
export function toInputs(ref: SnapshotRef, answer: SnapshotAnswer, managed: ManagedInputs): SnapshotAttributesInputs {
  const declared = managed.tags ?? {};
  const { name, allTags } = readAttributes(answer);
  const isManaged = (key: string, readOnly: boolean) =>
    Object.hasOwn(declared, key) || (managed.exclusiveTags && !readOnly);
  const there = allTags.filter(({ key, readOnly }) => isManaged(key, readOnly)).map(({ key, value }) => [key, value]);
  const gone = Object.entries(declared).filter(([, value]) => value === null);
  return {
    ...ref,
    ...normalizeManaged({
      ...managed,
      name: managed.name === undefined ? undefined : name,
      tags: Object.fromEntries([...gone, ...there]) as Record<string, string | null>,
    }),
  };
}

/** Translates a location in the platform's error body to a property path. Names below `tags` are the user's own. */
export function toPropertyPath([field = "", ...rest]: readonly string[]): string {
  return [camelCase(field), ...rest].join(".");
}
