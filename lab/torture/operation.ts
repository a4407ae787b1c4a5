import type { RequestLogEntry } from "edgecloud-emulator";
import { formatPlace } from "./arguments";
import {
  findContainer,
  formatPulumiId,
  isNamedLike,
  listNeeds,
  listUrns,
  type Program,
  type Resource,
} from "./declared";
import { kinds } from "./kinds";
import { findObject, formatKey, type PlatformObject, type PlatformView } from "./platform";
import type { Moment, StateEntry } from "./state";

/** What a program is asked to run. */
export type Operation = "up" | "refresh" | "destroy" | "preview" | "cancel" | "taint";

/** How an operation is run. */
export interface OperationOptions {
  /** As `--refresh`. */
  readonly refresh?: boolean;
  /** URNs, as `--replace`. */
  readonly replace?: string[];
  /** URNs, as `--target --target-dependents`, or what is to be tainted. */
  readonly target?: string[];
  /** Any change is a failure. */
  readonly expectNoChanges?: boolean;
  /** How many resources at a time. @default 1, so that the order is always the same */
  readonly parallel?: number;
}

/** How an operation ended, and all that it printed. */
export interface Outcome {
  readonly isDone: boolean;
  readonly text: string;
}

/** One operation, with what there was before it and after it. */
export interface OperationRecord {
  readonly operation: Operation;
  readonly options: OperationOptions;
  readonly program: Program;
  /** Whether a process was killed, or a request or its answer got lost: then something may be unfinished. */
  readonly isDisturbed: boolean;
  readonly outcome: Outcome;
  readonly requests: readonly RequestLogEntry[];
  readonly before: Moment;
  readonly after: Moment;
}

/** Whether the operation deletes or replaces that resource of the state. */
export function isRemoved(entry: StateEntry, record: OperationRecord): boolean {
  const { operation, options, program } = record;
  if (operation === "destroy") {
    return options.target === undefined || isTarget(entry, record);
  }
  const resource = findResourceOf(entry, record);
  if (!resource) {
    return true;
  }
  const { args, kind, replaceOnChanges } = resource;
  const { isKnownBy, fixed = [] } = kinds[kind].objects ?? {};
  const isOtherObject =
    fixed.some((argument) => args[argument] !== entry.outputs[argument]) ||
    (isKnownBy === "name" && formatPulumiId(resource, program) !== entry.id) ||
    (args.originGroupId !== undefined && String(args.originGroupId) !== entry.id);
  const urns = listUrns(resource, program);
  const isReplaced =
    entry.isTainted || replaceOnChanges.length > 0 || options.replace?.some((urn) => urns.includes(urn));
  return operation === "up" && (isOtherObject || isReplaced === true || isContainerRemoved(resource, record));
}

/** Whether what the resource is in is replaced, and it with that. */
function isContainerRemoved(resource: Resource, record: OperationRecord): boolean {
  const container = findContainer(resource, record.program);
  const entry = container && findEntryOf(container, record);
  return entry !== undefined && isRemoved(entry, record);
}

/** Whether it is a target of a destroy, or depends on one. */
function isTarget(entry: StateEntry, record: OperationRecord): boolean {
  const resource = findResourceOf(entry, record);
  return (
    record.options.target?.includes(entry.urn) === true ||
    record.before.state.some(
      (other) =>
        other !== entry &&
        resource &&
        listNeeds(resource).includes(findResourceOf(other, record)?.slot ?? "") &&
        isTarget(other, record),
    )
  );
}

/** Whether a resource of the program adopts the object, other than the resources of those entries. */
export function isAdopted(object: PlatformObject, except: readonly StateEntry[], record: OperationRecord): boolean {
  const { operation, program } = record;
  const others = program.resources.filter((one) => !except.some((entry) => findResourceOf(entry, record) === one));
  return (
    operation === "up" &&
    others.some(
      (resource) =>
        resource.kind === object.kind &&
        (kinds[object.kind].objects.isKnownBy === "id"
          ? String(resource.args.originGroupId) === object.id
          : resource.args.adopt && isNamedLike(resource, object, program)),
    )
  );
}

export function findResourceOf({ urn }: StateEntry, { program }: OperationRecord): Resource | undefined {
  return program.resources.find((resource) => listUrns(resource, program).includes(urn));
}

export function findEntryOf(resource: Resource, { program, before }: OperationRecord): StateEntry | undefined {
  return before.state.find(({ urn }) => listUrns(resource, program).includes(urn));
}

/** Finds the resources of the state that manage the object. */
export function findOwners(object: PlatformObject, { state, platform }: Moment): StateEntry[] {
  return state.filter((entry) => isOwner(entry, object, platform));
}

/** Whether a resource of the state has the object for certain. */
export function isOwned(object: PlatformObject, moment: Moment): boolean {
  return findOwners(object, moment).some((entry) => !isUnconfirmed(entry));
}

export function isOwner(entry: StateEntry, object: PlatformObject, platform: PlatformView): boolean {
  const own = findObject(entry, platform);
  return own !== undefined && formatKey(own) === formatKey(object);
}

/** Whether a creation is unfinished: then it is not certain that the object is the resource's own. */
export function isUnconfirmed({ kind, outputs }: StateEntry): boolean {
  const { proof } = kinds[kind].objects ?? {};
  return proof !== undefined && outputs[proof] === undefined;
}

/** The `onDestroy` that applies, be it declared or the default. */
export function resolveOnDestroy({ outputs: { onDestroy, adopted } }: StateEntry): string {
  return onDestroy ?? (adopted ? "retain" : "delete");
}

export function isSnapshotManaged(pulumiId: string, { before, program }: OperationRecord): boolean {
  return (
    before.state.some(({ kind, id }) => kind === "snapshot" && id === pulumiId) ||
    program.resources.some(({ args }) => args.snapshotId && formatPlace(args.snapshotId) === pulumiId)
  );
}
