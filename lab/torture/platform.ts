import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Emulator, EmulatorState } from "edgecloud-emulator";
import { type Kind, NAMESPACE, PROJECT_ID, REGION_ID, RUNTIME, SNAPSHOT_IDS } from "./declared";

/** A group or a function on the platform. */
export interface PlatformObject {
  readonly kind: "group" | "function";
  readonly id: string;
  readonly name: string;
  /** False for a function whose last build has failed. */
  readonly works: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Name and tags of a snapshot, or those that change; a tag that is `null` is removed. */
export interface SnapshotValues {
  readonly name?: string;
  readonly tags?: Readonly<Record<string, string | null>>;
}

/** The platform as this tool sees it: objects by `formatKey`, snapshots by their ID. */
export interface PlatformView {
  readonly objects: ReadonlyMap<string, PlatformObject>;
  readonly snapshots: ReadonlyMap<string, SnapshotValues>;
}

type Group = EmulatorState["originGroups"][number];

/** What is on the platform before anything is declared. Tasks take some time even if nobody polls them. */
export const SEED = {
  namespaces: [{ project_id: PROJECT_ID, region_id: REGION_ID, name: NAMESPACE }],
  snapshots: SNAPSHOT_IDS.map((id) => ({
    id,
    name: "as found",
    project_id: PROJECT_ID,
    region_id: REGION_ID,
    tags: Object.entries({ theirs: "x", team: "old", legacy: "yes" }).map(toTag),
  })),
  cloud: { taskLife: { newMs: 100, runningMs: 100 } },
};

/** Reads what there is on the platform. */
export function observePlatform({ originGroups, functions, snapshots }: EmulatorState): PlatformView {
  const objects = [...originGroups.map(toGroup), ...functions.map(toFunction)];
  return {
    objects: new Map(objects.map((object) => [formatKey(object), object])),
    snapshots: new Map(
      snapshots.map(({ id, name, tags }) => [
        String(id),
        { name, tags: Object.fromEntries(tags.map(({ key, value }) => [key, value])) },
      ]),
    ),
  };
}

function toGroup({ id, name, use_next: useNext, sources }: Group): PlatformObject {
  const content = { name, useNext, sources: (sources ?? []).map(describeSource) };
  return { kind: "group", id: String(id), name, works: true, content };
}

function toFunction(fn: EmulatorState["functions"][number]): PlatformObject {
  const { id, name, code_text: code, runtime, description, envs, build_status: build } = fn;
  const content = { name, code, runtime, description, envs };
  return { kind: "function", id, name, works: build !== "failed", content };
}

function describeSource(source: NonNullable<Group["sources"]>[number]): string | undefined {
  const { source: address, config } = source as { source?: string; config?: Record<string, string> };
  return config ? `s3 ${config.s3_bucket_name} ${config.s3_access_key_id} ${config.s3_secret_access_key}` : address;
}

/** The key of an object in `PlatformView.objects`. */
export function formatKey({ kind, id }: Pick<PlatformObject, "kind" | "id">): string {
  return `${kind} ${id}`;
}

/**
 * Finds the group or function that a resource of the state manages. A function is found by its name, so one that was
 * deleted and made again by hand counts as the same.
 */
export function findObject(entry: { kind: Kind; id: string }, platform: PlatformView): PlatformObject | undefined {
  const { kind, id } = entry;
  switch (kind) {
    case "snapshot":
      return undefined;
    case "group":
      return platform.objects.get(formatKey({ kind, id }));
    case "function":
      return findByName(kind, String(id.split("/").at(-1)), platform);
  }
}

export function findByName(
  kind: "group" | "function",
  name: string,
  platform: PlatformView,
): PlatformObject | undefined {
  return [...platform.objects.values()].find((object) => object.kind === kind && object.name === name);
}

/** Makes an object by hand; returns false if its name exists. */
export function makeByHand(emulator: Emulator, kind: "group" | "function", name: string): boolean {
  if (findByName(kind, name, observePlatform(emulator.state()))) {
    return false;
  }
  if (kind === "group") {
    emulator.seed({ originGroups: [{ name, sources: [{ source: "by-hand.example.com" }] }] });
    return true;
  }
  const scope = { project_id: PROJECT_ID, region_id: REGION_ID, namespace: NAMESPACE };
  const code = { code_text: "package byhand", main_method: "ByHand", runtime: RUNTIME };
  emulator.seed({ functions: [{ id: randomUUID(), ...scope, name, ...code, flavor: "80mCPU-128MB", timeout: 30 }] });
  return true;
}

/** Changes an object by hand, except for the credentials of buckets: a refresh could not see that. */
export function updateByHand(emulator: Emulator, { kind, id }: PlatformObject, version: number): void {
  const state = emulator.state();
  emulator.replaceState({
    ...state,
    originGroups: state.originGroups.map((group) =>
      kind === "group" && String(group.id) === id ? updateGroup(group, version) : group,
    ),
    functions: state.functions.map((fn) =>
      kind === "function" && fn.id === id
        ? { ...fn, description: `by hand ${version}`, envs: { BY_HAND: String(version) } }
        : fn,
    ),
  });
}

function updateGroup(group: Group, version: number) {
  const buckets = (group.sources ?? []).filter((source) => "config" in source && source.config);
  return {
    ...group,
    use_next: !group.use_next,
    sources: [...buckets, { source: `by-hand-${version}.example.com`, backup: false, enabled: true }],
  };
}

export function deleteByHand(emulator: Emulator, { kind, id }: PlatformObject): void {
  const state = emulator.state();
  emulator.replaceState({
    ...state,
    originGroups: state.originGroups.filter((group) => kind !== "group" || String(group.id) !== id),
    functions: state.functions.filter((fn) => kind !== "function" || fn.id !== id),
  });
}

/** Sets or removes tags of a snapshot, or renames it. */
export function updateSnapshotByHand(emulator: Emulator, id: string, { name, tags = {} }: SnapshotValues): void {
  const state = emulator.state();
  emulator.replaceState({
    ...state,
    snapshots: state.snapshots.map((snapshot) => {
      if (snapshot.id !== id) {
        return snapshot;
      }
      const others = snapshot.tags.filter(({ key }) => !(key in tags));
      const set = Object.entries(tags).flatMap(([key, value]) => (value === null ? [] : [toTag([key, value])]));
      return { ...snapshot, name: name ?? snapshot.name, tags: [...others, ...set] };
    }),
  });
}

/** Whether two values are the same as JSON: in Jest, objects of the emulator have other prototypes. */
export function isSameJson(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((value): unknown => JSON.parse(JSON.stringify(value ?? null)));
  return isDeepStrictEqual(first, second);
}

function toTag([key, value]: [string, string]) {
  return { key, value, read_only: false };
}
