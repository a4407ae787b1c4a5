import { isDeepStrictEqual } from "node:util";
import type { SnapshotAnswer, SnapshotRef } from "../../api/calls/snapshots";
import { NotFoundError, ignoreNotFound } from "../../api/failures/errors";
import { createIsHidden, describeFieldChanges } from "../../core/field-changes";
import {
  ConnectedHandler,
  type Checked,
  type Difference,
  type Handler,
  type OperationContext,
  type ResourceDefinition,
} from "../../core/handler";
import {
  createAbsenceError,
  describeLateOnDestroy,
  describeStay,
  describeUnfinished,
  toConflict,
} from "../../core/notices";
import { readDefaultScope } from "../../model/scope";
import { findUnequalField, isJsonObject, mapValues } from "../../values/json";
import { applyAttributes, describeEffects, ensureAttributes, findReadOnlyProblem } from "./apply";
import {
  argsSchema,
  checkSnapshotAttributes,
  emptyRestorePoint,
  finalStatuses,
  ids,
  normalizeManaged,
  readAttributes,
  toState,
  type Attributes,
  type ManagedInputs,
  type SnapshotAttributesInputs,
  type SnapshotAttributesState,
} from "./schema";
import { traits } from "./traits";

export function parseId(id: string): SnapshotRef {
  // The platform ignores the case of a UUID, but the engine compares IDs letter by letter, so upper case is refused.
  if (id !== id.toLowerCase()) {
    throw new NotFoundError({ message: `${JSON.stringify(id)} is not the ID of a snapshot: write it in lower case` });
  }
  return ids.parse(id);
}

export class SnapshotAttributesHandler
  extends ConnectedHandler
  implements Handler<SnapshotAttributesInputs, SnapshotAttributesState>
{
  check(args: Record<string, unknown>): Checked<SnapshotAttributesInputs> {
    return checkSnapshotAttributes(args, readDefaultScope(this.connect));
  }

  /** The snapshot must already exist, so every new resource counts as an adoption. */
  async checkAdoption(inputs: SnapshotAttributesInputs, { secrets, marked }: OperationContext) {
    if (ids.find(inputs) === undefined) {
      return undefined;
    }
    const found = await this.connect().snapshots.get(inputs).catch(ignoreNotFound);
    if (!found) {
      const reason = `matches no snapshot: ${describeMissingSnapshot(inputs)}`;
      return { failures: [{ property: "snapshotId", reason }] };
    }
    const actual = readAttributes(found);
    const problem = findReadOnlyProblem(actual, inputs);
    return {
      failures: problem ? [problem] : [],
      effects: describeEffects(actual, inputs, undefined, createIsHidden([], secrets, marked)),
    };
  }

  diff(id: string, state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): Difference {
    const ref = parseId(id);
    const replaces = traits.replacedBy.filter((key) => inputs[key] !== ref[key]);
    if (replaces.length > 0) {
      const { onDestroy } = readManaged(state);
      const effects = describeLateOnDestroy("snapshot", { onDestroy }, inputs);
      return { changes: true, replaces, givesUp: onDestroy !== "retain", effects };
    }
    // A state that somebody has edited may have no list of tags, or entries that are no tags.
    const allTags = Array.isArray(state.allTags) ? state.allTags.filter(isJsonObject) : [];
    const known = { ...state, allTags };
    const [actual, desired] = [readActual(known, readManaged(state)), normalizeManaged(inputs)];
    return {
      changes: !isDeepStrictEqual(actual, desired),
      // `tags: {}` stands for no tags, so that each tag gets a text of its own. `() => true` hides all values.
      fields: describeFieldChanges({ tags: {}, ...actual }, { tags: {}, ...desired }, () => true),
      unfinished: describeUnfinished(state.operation),
      effects: describeEffects(known, inputs, state),
      problem: toConflict(findReadOnlyProblem(known, inputs)),
    };
  }

  async create(inputs: SnapshotAttributesInputs, context: OperationContext) {
    const whenAbsent = new NotFoundError({ message: `snapshotId: ${describeMissingSnapshot(inputs)}` });
    return { id: ids.format(inputs), state: await ensureAttributes(inputs, whenAbsent, this.toDependencies(context)) };
  }

  /** The new state keeps `operation`, so a change whose answer was lost stays marked until an update has succeeded. */
  async read(id: string, state: Partial<SnapshotAttributesState>) {
    const ref = parseId(id);
    const managed = readManaged(state);
    const { restorePoint = emptyRestorePoint, operation, claim } = state;
    const toFound = (answer: SnapshotAnswer) => ({
      inputs: { ...ref, ...readActual(readAttributes(answer), managed) },
      state: toState(answer, { ...ref, ...managed }, { restorePoint, operation, claim }),
    });
    const { snapshots } = this.connect();
    // `snapshots.read` may answer from a list, if the entry equals the state. An import or a `get` has no state yet.
    const reading =
      state.name === undefined
        ? snapshots.get(ref)
        : snapshots.read(ref, (listed) => findUnequalField(state, toFound(listed).state) === undefined);
    const answer = await reading.catch(ignoreNotFound);
    return answer && toFound(answer);
  }

  async update(
    id: string,
    state: SnapshotAttributesState,
    inputs: SnapshotAttributesInputs,
    context: OperationContext,
  ) {
    const absence = createAbsenceError(`snapshot ${id}`);
    return ensureAttributes({ ...inputs, ...parseId(id) }, absence, this.toDependencies(context), state);
  }

  async delete(id: string, state: SnapshotAttributesState, context: OperationContext): Promise<void> {
    const { claims, notify } = context;
    const subject = `snapshot ${state.snapshotId}`;
    const { onDestroy, lockTimeoutSeconds } = readManaged(state);
    if (onDestroy === "retain") {
      return notify(`${subject} ${describeStay("retain")}`);
    }
    // If the resource was renamed in the program without an alias, its successor already manages the snapshot.
    const holder = claims.findOtherHolder(id, state) as SnapshotAttributesState | undefined;
    if (holder) {
      notify(
        `${subject}: the name and the tags that another resource declares now stay as they are; their values from before ` +
          "this resource are not restored. A resource that is to be replaced (`--replace`, `pulumi state taint`) restores " +
          "them first if its option deleteBeforeReplace is true",
      );
    }
    const target = { ref: parseId(id), lockTimeoutSeconds, former: state, holder };
    const restored = await applyAttributes(target, this.toDependencies(context)).catch(ignoreNotFound);
    const found = restored?.observed.actual;
    if (found && !holder && !finalStatuses.includes(found.status)) {
      notify(`${subject} ${describeStay("restore")}`);
    }
  }
}

export const snapshotAttributes: ResourceDefinition<SnapshotAttributesInputs, SnapshotAttributesState> = {
  noun: "snapshot attributes",
  product: "cloud",
  label: "snapshotId",
  listDeclarations: (values) => {
    const key = ids.find(values);
    const advice = "Put the name and all tags of the snapshot into one resource, and remove the other one";
    return key === undefined ? [] : [{ property: "snapshotId", key, advice, object: "taken" }];
  },
  args: argsSchema,
  findId: (values) => ids.find(values),
  traits,
  createHandler: (...needs) => new SnapshotAttributesHandler(...needs),
};

/** A state always has the name of the snapshot; `managesName` tells whether the program declared it. */
export function readManaged(state: Partial<SnapshotAttributesState>): ManagedInputs {
  return normalizeManaged({ ...state, name: state.managesName ? state.name : undefined });
}

/** With `exclusiveTags`, also returns writable tags that are not declared, so that they show as drift. */
export function readActual({ name, allTags }: Attributes, managed: ManagedInputs): ManagedInputs {
  const declared = managed.tags ?? {};
  const tags = allTags
    .filter(({ key, readOnly }) => Object.hasOwn(declared, key) || (managed.exclusiveTags && !readOnly))
    .map(({ key, value }) => [key, value] as const);
  return normalizeManaged({
    ...managed,
    name: managed.name === undefined ? undefined : name,
    tags: { ...mapValues(declared, () => null), ...Object.fromEntries(tags) },
  });
}

function describeMissingSnapshot({ projectId, regionId, snapshotId }: SnapshotRef): string {
  return (
    `project ${projectId} has no snapshot ${snapshotId} in region ${regionId}. Correct the ID, the project or the region, ` +
    "or use the key of the account that has it"
  );
}
