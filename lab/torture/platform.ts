import { isDeepStrictEqual } from "node:util";
import type { Emulator, EmulatorState, SeedInput } from "edgecloud-emulator";
import { type Kind, KINDS, kinds, NAMED_KINDS, type NamedKind } from "./kinds";
import type { Observed } from "./kinds/traits";

/** An object of a kind that programs create. */
export interface PlatformObject extends Observed {
  readonly kind: NamedKind;
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

/** What is on the platform before anything is declared. Tasks take some time even if nobody polls them. */
export const SEED = Object.assign(
  { cloud: { taskLife: { newMs: 100, runningMs: 100 } } },
  ...KINDS.map((kind) => kinds[kind].seed),
) as SeedInput;

/** Reads what there is on the platform. */
export function observePlatform(state: EmulatorState): PlatformView {
  const objects = NAMED_KINDS.flatMap((kind) =>
    kinds[kind].objects.observe(state).map((observed): PlatformObject => ({ kind, ...observed })),
  );
  return {
    objects: new Map(objects.map((object) => [formatKey(object), object])),
    snapshots: new Map(
      state.snapshots.map(({ id, name, tags }) => [
        String(id),
        { name, tags: Object.fromEntries(tags.map(({ key, value }) => [key, value])) },
      ]),
    ),
  };
}

/** The key of an object in `PlatformView.objects`. */
export function formatKey({ kind, id }: Pick<PlatformObject, "kind" | "id">): string {
  return `${kind} ${id}`;
}

/** Finds the object that a resource of the state manages. */
export function findObject(entry: { kind: Kind; id: string }, platform: PlatformView): PlatformObject | undefined {
  return [...platform.objects.values()].find(({ kind, pulumiId }) => kind === entry.kind && pulumiId === entry.id);
}

export function findByName(kind: Kind, name: string, platform: PlatformView): PlatformObject | undefined {
  return [...platform.objects.values()].find((object) => object.kind === kind && object.name === name);
}

/** Makes an object by hand; returns false if its name exists. */
export function makeByHand(emulator: Emulator, kind: NamedKind, name: string): boolean {
  const isFree = findByName(kind, name, observePlatform(emulator.state())) === undefined;
  if (isFree) {
    emulator.seed(kinds[kind].objects.make(name));
  }
  return isFree;
}

/** Changes an object by hand. */
export function updateByHand(emulator: Emulator, { kind, id }: PlatformObject, version: number): void {
  const state = emulator.state();
  emulator.replaceState({ ...state, ...kinds[kind].objects.edit(state, id, version) });
}

export function deleteByHand(emulator: Emulator, { kind, id }: PlatformObject): void {
  const state = emulator.state();
  emulator.replaceState({ ...state, ...kinds[kind].objects.edit(state, id) });
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
      const set = Object.entries(tags).flatMap(([key, value]) =>
        value === null ? [] : [{ key, value, read_only: false }],
      );
      return { ...snapshot, name: name ?? snapshot.name, tags: [...others, ...set] };
    }),
  });
}

/** Whether two values are the same as JSON: in Jest, objects of the emulator have other prototypes. */
export function isSameJson(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((value): unknown => JSON.parse(JSON.stringify(value ?? null)));
  return isDeepStrictEqual(first, second);
}
