import type {
  SnapshotAnswer,
  SnapshotPatch,
  SnapshotRef,
  SnapshotsEndpoint,
} from "../../../provider/api/calls/snapshots";
import type { Connection } from "../../../provider/api/connection";
import type { JsonObject } from "../../../provider/values/json";
import { readAttributes, type Attributes } from "../../../provider/resources/snapshot-attributes/schema";

export const snapshotId = "6a36ad0c-3d86-4f0e-9e5b-8b6bd9e5d0a1";
export const otherId = "0f1e2d3c-4b5a-4678-8a9b-0c1d2e3f4a5b";
export const taskId = "1c2d3e4f-5a6b-4c7d-9e8f-0a1b2c3d4e5f";
export const ref: SnapshotRef = { projectId: 12, regionId: 7, snapshotId };
export const id = `12/7/${snapshotId}`;

/** Valid arguments with changes; `undefined` removes an argument. */
export function args(change: JsonObject = {}): JsonObject {
  return Object.fromEntries(Object.entries({ ...ref, ...change }).filter(([, value]) => value !== undefined));
}

/** Tags in the platform's form; those in `readOnly` cannot be changed. */
export function wireTags(tags: Record<string, string>, readOnly: Record<string, string> = {}): SnapshotAnswer["tags"] {
  const list = (values: Record<string, string>, read_only: boolean) =>
    Object.entries(values).map(([key, value]) => ({ key, value, read_only }));
  return [...list(tags, false), ...list(readOnly, true)];
}

/** All of contract 2.3. */
export function answer(change: Partial<SnapshotAnswer> = {}): SnapshotAnswer {
  return {
    created_at: "2026-01-12T09:00:00+0000",
    creator_task_id: "3f6c1a52-7d0e-4b8f-9a3d-2c5e8b1f4a60",
    description: "before the upgrade",
    id: snapshotId,
    name: "as found",
    project_id: 12,
    region: "north",
    region_id: 7,
    size: 10,
    status: "available",
    tags: [],
    task_id: null,
    updated_at: "2026-01-13T09:00:00+0000",
    volume_id: "8a1d4e07-52b9-4c36-8f7e-6d0b9c3a2e15",
    ...change,
  };
}

export type Tags = Record<string, string>;
/** `null` removes the tag. */
export type DesiredTags = Record<string, string | null>;

/** The name and tags on the platform. */
export const toAttributes = (tags: Tags, readOnly: Tags = {}, name = "as found"): Attributes =>
  readAttributes(answer({ name, tags: wireTags(tags, readOnly) }));
/** The declared name and tags. */
export const toDesired = (tags?: DesiredTags, rest: { name?: string; exclusiveTags?: boolean } = {}) => ({
  tags,
  exclusiveTags: false,
  ...rest,
});
type Turn = SnapshotAnswer | Error;

/** Gives these answers to reads and changes, and repeats the last of them; `sent` has the bodies of the changes. */
export function createEndpoint(reads: Turn[], changes: Turn[] = []) {
  const sent: SnapshotPatch[] = [];
  let looks = 0;
  const next = (turns: Turn[], at: number) => {
    const turn = turns[Math.min(at, turns.length - 1)] ?? new Error("not expected");
    return turn instanceof Error ? Promise.reject(turn) : Promise.resolve(turn);
  };
  const look = () => next(reads, looks++);
  const snapshots = {
    get: look,
    read: look,
    patch: (_: SnapshotRef, body: SnapshotPatch) => next(changes, sent.push(body) - 1),
  };
  return { snapshots: snapshots as unknown as SnapshotsEndpoint, sent, looks: () => looks };
}

/** A connection with only this endpoint and a scope. */
export function createConnection(
  snapshots: SnapshotsEndpoint | undefined,
  scope: Connection["scope"] = {},
): Connection {
  return { snapshots, scope } as Connection;
}
