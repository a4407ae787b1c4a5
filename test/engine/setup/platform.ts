import { startEmulator, type Emulator, type EmulatorState, type SeedInput } from "edgecloud-emulator";

/** The namespaces in which tests have functions, by project and region. */
const namespaces: Record<string, readonly string[]> = {
  "12/7": ["images", "videos", "lost"],
  "12/8": ["images"],
  "13/7": ["images"],
  "13/8": ["images"],
  "11/3": ["images"],
  "77/3": ["images"],
  "1/2": ["images"],
};

/** A seed with the namespaces in which tests have functions, unless it has its own, and what else it has. */
export function withNamespaces(seed: SeedInput = {}): SeedInput {
  if (seed.namespaces) {
    return seed;
  }
  const made = Object.entries(namespaces).flatMap(([place, names]) => {
    const [project_id, region_id] = place.split("/").map(Number) as [number, number];
    return names.map((name) => ({ project_id, region_id, name }));
  });
  return { ...seed, namespaces: made };
}

/** A platform of a test's own. */
export function startPlatform({ seed, ...options }: { seed?: SeedInput; apiKeys?: string[] } = {}): Promise<Emulator> {
  return startEmulator({ seed: withNamespaces(seed), ...options });
}

/** A group as the platform stores it, credentials included. */
export type StoredGroup = EmulatorState["originGroups"][number];

/** The one group of that name on the platform. */
export function findGroup(emulator: Emulator, name: string): StoredGroup {
  const found = emulator.state().originGroups.find((group) => group.name === name);
  if (!found) {
    throw new Error(`the platform has no group "${name}"`);
  }
  return found;
}

/** Changes groups without leaving a trace in the request log; a change that returns undefined removes the group. */
export function changeGroups(emulator: Emulator, change: (group: StoredGroup) => Partial<StoredGroup> | undefined) {
  const state = emulator.state();
  const originGroups = state.originGroups.flatMap((group) => {
    const changed = change(group);
    return changed ? [{ ...group, ...changed }] : [];
  });
  emulator.replaceState({ ...state, originGroups });
}

/** Bodies that were sent by that method to paths with that end, in order of arrival. */
export function sentBodies(emulator: Emulator, method: string, end = ""): unknown[] {
  return emulator
    .requests()
    .filter((request) => request.method === method && request.path.endsWith(end))
    .map((request) => request.body);
}
