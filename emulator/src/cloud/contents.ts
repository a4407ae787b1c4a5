import { InvalidInputError } from "../invalid-input";
import { addUnique } from "../keyed-list";
import type { Seed } from "../seed";
import { maxTimeoutSeconds } from "./functions/fields";
import { toFunctionKey, type StoredFunction } from "./functions/schema";
import type { Image } from "./images/schema";
import { isOpen, toNamespaceKey, type StoredNamespace } from "./namespaces/schema";
import type { CloudSwitches } from "./switches";
import type { Snapshot } from "./snapshots/schema";
import type { Task } from "./tasks/task";

/** The cloud's state. */
export interface CloudContents {
  readonly images: Map<string, Image>;
  readonly snapshots: Map<string, Snapshot>;
  readonly namespaces: Map<string, StoredNamespace>;
  readonly functions: Map<string, StoredFunction>;
  readonly tasks: Map<string, Task>;
  readonly switches: CloudSwitches;
}

/** The cloud's state before any seed. */
export const createEmpty = (): CloudContents => ({
  images: new Map(),
  snapshots: new Map(),
  namespaces: new Map(),
  functions: new Map(),
  tasks: new Map(),
  switches: {
    refusesTagsNull: false,
    ignoredImageFilters: [],
    taskLife: {},
    maxFunctionTimeout: maxTimeoutSeconds,
    requiresAutoscaling: false,
    omitsDisabled: false,
    ignoresOffset: false,
  },
});

/** A public image has the same ID in every project and region that offers it. */
export const toImageKey = ({ id, project_id, region_id }: Pick<Image, "id" | "project_id" | "region_id">): string =>
  `${project_id}/${region_id}/${id}`;

/** UUIDs are compared in lower case. */
export const toUuidKey = ({ id }: { readonly id: string }): string => id.toLowerCase();

function assertTasksExist(
  path: string,
  items: readonly { operation?: { tasks: string[] } | undefined }[],
  tasks: ReadonlyMap<string, Task>,
) {
  for (const [index, { operation }] of items.entries()) {
    for (const [taskIndex, id] of (operation?.tasks ?? []).entries()) {
      if (tasks.has(toUuidKey({ id }))) {
        continue;
      }
      const where = `${path}[${index}].operation.tasks[${taskIndex}]`;
      throw new InvalidInputError(`The seed is not valid: ${where}: there is no task "${id}"`);
    }
  }
}

function assertNamespacesExist(
  functions: readonly StoredFunction[],
  namespaces: ReadonlyMap<string, StoredNamespace>,
): void {
  for (const [index, { namespace: name, ...scope }] of functions.entries()) {
    const found = namespaces.get(toNamespaceKey({ ...scope, name }));
    if (found && isOpen(found)) {
      continue;
    }
    const where = `functions[${index}].namespace`;
    const missing = `there is no "${name}" in namespaces for project ${scope.project_id}, region ${scope.region_id}`;
    const problem = found ? `"${name}" is being created or deleted` : missing;
    throw new InvalidInputError(`The seed is not valid: ${where}: ${problem}`);
  }
}

/** Adds a seed to `base`; throws an `InvalidInputError` where they conflict. */
export function mergeSeed(base: CloudContents, seed: Seed): CloudContents {
  const { images = [], snapshots = [], functions = [], cloud } = seed;
  const id = { keyName: "id", keyOf: toUuidKey };
  const tasks = addUnique(base.tasks, seed.tasks ?? [], { path: "tasks", ...id });
  assertTasksExist("snapshots", snapshots, tasks);
  assertTasksExist("namespaces", seed.namespaces ?? [], tasks);
  assertTasksExist("functions", functions, tasks);
  const ofNamespaces = { path: "namespaces", keyName: "name", keyOf: toNamespaceKey };
  const namespaces = addUnique(base.namespaces, seed.namespaces ?? [], ofNamespaces);
  assertNamespacesExist(functions, namespaces);
  return {
    images: addUnique(base.images, images, { path: "images", keyName: "id", keyOf: toImageKey }),
    snapshots: addUnique(base.snapshots, snapshots, { path: "snapshots", ...id }),
    namespaces,
    functions: addUnique(base.functions, functions, { path: "functions", keyName: "name", keyOf: toFunctionKey }),
    tasks,
    switches: {
      refusesTagsNull: cloud?.refusesTagsNull ?? base.switches.refusesTagsNull,
      ignoredImageFilters: cloud?.ignoredImageFilters ?? base.switches.ignoredImageFilters,
      taskLife: cloud?.taskLife ?? base.switches.taskLife,
      maxFunctionTimeout: cloud?.maxFunctionTimeout ?? base.switches.maxFunctionTimeout,
      requiresAutoscaling: cloud?.requiresAutoscaling ?? base.switches.requiresAutoscaling,
      omitsDisabled: cloud?.omitsDisabled ?? base.switches.omitsDisabled,
      ignoresOffset: cloud?.ignoresOffset ?? base.switches.ignoresOffset,
    },
  };
}
