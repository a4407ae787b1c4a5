import type { CustomResourceOptions } from "@pulumi/pulumi";
import type { Emulator, SeedInput } from "edgecloud-emulator";
import { CloudFunction, FunctionNamespace, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import * as functions from "../../../engine/setup/functions";
import { changeGroups } from "../../../engine/setup/platform";
import * as snapshots from "../../../engine/setup/snapshots";
import { storedSwitches } from "../../../engine/setup/sources";

/** What a run of Pulumi does with each resource of a stack. */
export type Operation = "create" | "adopt" | "read" | "update" | "delete";

/**
 * The version of an object: as `found` before any resource manages it, as it is `before` the tested run, or as it
 * should be `after` it. Undefined: the object does not exist.
 */
export type Version = "found" | "before" | "after" | undefined;

/** An object of the matrix. */
export interface Item {
  /** Unique among the objects of a kind. */
  name: string;
  /** Counts the objects of a kind from 1. */
  number: number;
}

/** How the program declares a resource. */
export interface Declared {
  version: NonNullable<Version>;
  adopts: boolean;
  /** How long to wait for the lock of another client. */
  lockSeconds: number;
  options: CustomResourceOptions;
}

/** What the matrix needs of one type of resource. */
export interface Kind {
  /** The noun and the name of an object in errors. */
  noun: string;
  label: (item: Item) => string;
  /** The last part of its type in Pulumi. */
  type: string;
  /** The method of each operation, the path of the object, and the path of a POST. */
  methods: Record<Operation, "GET" | "POST" | "PUT" | "PATCH" | "DELETE">;
  path: (item: Item, emulator: Emulator) => string | undefined;
  collection: string;
  /** Its ID in Pulumi. */
  id: (item: Item, emulator: Emulator) => string | undefined;
  /** The object as `found`. */
  seed: (item: Item) => SeedInput;
  declare: (item: Item, declared: Declared) => void;
  onPlatform: (item: Item, emulator: Emulator) => Version;
  /** What a destroy leaves of an object that was adopted. */
  left: Version;
  /** The version that the inputs in the state describe. */
  inState: (inputs: Record<string, unknown>) => Version;
  /** Changes the object behind Pulumi's back. */
  change: (item: Item, version: NonNullable<Version>, emulator: Emulator) => void;
  /** Locks the object for another client, until it is unlocked. */
  lock?: (item: Item, emulator: Emulator) => Promise<void>;
  unlock?: (item: Item, emulator: Emulator) => void;
}

const sourcesOf = (version: Version) => [{ source: `${version}.example.com` }];

const versionOf = (host: string | undefined) => host?.split(".")[0] as Version;

const groupNamed = (name: string, emulator: Emulator) =>
  emulator.state().originGroups.find((group) => group.name === name);

const idOfGroup = ({ name }: Item, emulator: Emulator) => groupNamed(name, emulator)?.id.toString();

const originGroup: Kind = {
  noun: "origin group",
  label: ({ name }) => name,
  type: "OriginGroup",
  methods: { create: "POST", adopt: "PUT", read: "GET", update: "PUT", delete: "DELETE" },
  path: (item, emulator) => {
    const id = idOfGroup(item, emulator);
    return id && `${originGroup.collection}/${id}`;
  },
  collection: "/cdn/origin_groups",
  id: idOfGroup,
  seed: ({ name, number }) => ({
    originGroups: [{ id: number, name, use_next: true, sources: sourcesOf("found") }],
  }),
  declare: ({ name, number }, { version, adopts, options }) => {
    const adopted = { originGroupId: number, onDestroy: "restore" } as const;
    new OriginGroup(name, { name, useNext: true, sources: sourcesOf(version), ...(adopts && adopted) }, options);
  },
  onPlatform: ({ name }, emulator) => {
    const [source] = groupNamed(name, emulator)?.sources ?? [];
    return versionOf((source as { source?: string } | undefined)?.source);
  },
  left: "found",
  // The dynamic provider keeps them by the names of the entries.
  inState: ({ sources }) => {
    const [source] = Array.isArray(sources) ? (sources as { source: string }[]) : [];
    return versionOf(source?.source ?? Object.keys(sources ?? {})[0]);
  },
  change: ({ name }, version, emulator) => {
    const sources = sourcesOf(version).map((source) => ({ ...storedSwitches, ...source }));
    changeGroups(emulator, (group) => (group.name === name ? { sources } : {}));
  },
};

const tagsOf = (version: Version) => [{ key: "version", value: String(version), read_only: false }];

const idOfSnapshot = ({ number }: Item) => snapshots.snapshotIdOf(number);

const changeSnapshot = (item: Item, change: object, emulator: Emulator) =>
  snapshots.changeSnapshots(emulator, ({ id }) => (id === idOfSnapshot(item) ? change : {}));

const snapshotAttributes: Kind = {
  noun: "snapshot attributes",
  label: idOfSnapshot,
  type: "SnapshotAttributes",
  methods: { create: "PATCH", adopt: "PATCH", read: "GET", update: "PATCH", delete: "PATCH" },
  path: (item) => snapshots.pathOf(idOfSnapshot(item)),
  collection: "/cloud/v1/snapshots",
  id: (item) => snapshots.idOf(idOfSnapshot(item)),
  seed: (item) => ({ snapshots: [snapshots.createSnapshotSeed({ id: idOfSnapshot(item), tags: tagsOf("found") })] }),
  declare: (item, { version, lockSeconds, options }) => {
    const { projectId, regionId } = snapshots;
    const args = { projectId, regionId, tags: { version }, lockTimeoutSeconds: lockSeconds };
    new SnapshotAttributes(item.name, { snapshotId: idOfSnapshot(item), ...args }, options);
  },
  onPlatform: (item, emulator) => snapshots.readSnapshot(emulator, idOfSnapshot(item)).tags.version as Version,
  left: "found",
  inState: ({ tags }) => (tags as { version?: Version } | undefined)?.version,
  change: (item, version, emulator) => changeSnapshot(item, { tags: tagsOf(version) }, emulator),
  lock: (item, emulator) => Promise.resolve(changeSnapshot(item, { task_id: snapshots.taskId }, emulator)),
  unlock: (item, emulator) => changeSnapshot(item, { task_id: null }, emulator),
};

const cloudFunction: Kind = {
  noun: "function",
  label: ({ name }) => name,
  type: "CloudFunction",
  methods: { create: "POST", adopt: "PATCH", read: "GET", update: "PATCH", delete: "DELETE" },
  path: ({ name }) => functions.pathOf(name),
  collection: functions.collection,
  id: ({ name }) => functions.idOf(name),
  seed: ({ name }) => ({ functions: [functions.createFunctionSeed({ name, description: "found" })] }),
  declare: ({ name }, { version, adopts, lockSeconds, options }) => {
    const args = { ...functions.required, name, description: version, taskTimeoutSeconds: lockSeconds };
    new CloudFunction(name, { ...args, ...(adopts && { adopt: true }) }, options);
  },
  onPlatform: ({ name }, emulator) => functions.findFunction(emulator, name)?.description as Version,
  // The state has no restore point.
  left: "after",
  inState: ({ description }) => description as Version,
  change: ({ name }, version, emulator) =>
    functions.changeFunctions(emulator, (found) => (found.name === name ? { description: version } : {})),
  lock: ({ name }, emulator) => lockByTask(functions.pathOf(name), emulator),
  unlock: (_item, emulator) => emulator.advanceClock(functions.byTheClock.runningMs),
};

const namespacesPath = `/cloud/v1/faas/namespaces/${functions.projectId}/${functions.regionId}`;

const functionNamespace: Kind = {
  noun: "namespace",
  label: ({ name }) => name,
  type: "FunctionNamespace",
  methods: { create: "POST", adopt: "PATCH", read: "GET", update: "PATCH", delete: "DELETE" },
  path: ({ name }) => `${namespacesPath}/${name}`,
  collection: namespacesPath,
  id: ({ name }) => `${functions.projectId}/${functions.regionId}/${name}`,
  seed: ({ name }) => {
    const place = { project_id: functions.projectId, region_id: functions.regionId };
    return { namespaces: [{ ...place, name, description: "found" }] };
  },
  declare: ({ name }, { version, adopts, lockSeconds, options }) => {
    const { projectId, regionId } = functions;
    const args = { projectId, regionId, name, description: version, taskTimeoutSeconds: lockSeconds };
    new FunctionNamespace(name, { ...args, ...(adopts && { adopt: true }) }, options);
  },
  onPlatform: ({ name }, emulator) =>
    emulator.state().namespaces.find((found) => found.name === name)?.description as Version,
  left: "after",
  inState: ({ description }) => description as Version,
  change: ({ name }, description, emulator) => {
    const { namespaces, ...others } = emulator.state();
    const changed = namespaces.map((found) => (found.name === name ? { ...found, description } : found));
    emulator.replaceState({ ...others, namespaces: changed });
  },
  lock: ({ name }, emulator) => lockByTask(`${namespacesPath}/${name}`, emulator),
  unlock: (_item, emulator) => emulator.advanceClock(functions.byTheClock.runningMs),
};

/** Another client changes the object, by a task that runs until the clock is advanced. */
async function lockByTask(path: string, emulator: Emulator): Promise<void> {
  emulator.addFault({ method: "PATCH", path, tasks: functions.byTheClock });
  const headers = { authorization: "apikey demo-key", "content-type": "application/json" };
  await fetch(emulator.url + path, { method: "PATCH", headers, body: "{}" });
}

/** The resources of this package, by their names in this matrix. */
export const kinds = {
  group: originGroup,
  snapshot: snapshotAttributes,
  namespace: functionNamespace,
  function: cloudFunction,
};

/** The name of a kind of resource. */
export type KindName = keyof typeof kinds;
