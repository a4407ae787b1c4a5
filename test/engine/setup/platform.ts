import type { Emulator, EmulatorState } from "edgecloud-emulator";

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
