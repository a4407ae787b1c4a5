import { isDeepStrictEqual } from "node:util";
import type { SnapshotAnswer, SnapshotRef } from "../../api/calls/snapshots";
import type { Connection } from "../../api/connection";
import { NotFoundError, ignoreNotFound } from "../../api/failures/errors";
import type { Clock } from "../../api/transport/stop";
import { describeFieldChanges } from "../../core/field-changes";
import type { Checked, Difference, Handler, OperationContext, ResourceDefinition } from "../../core/handler";
import {
  createAbsenceError,
  describeLateOnDestroy,
  describeStay,
  describeUnfinished,
  toConflict,
} from "../../core/notices";
import { readDefaultScope } from "../../model/scope";
import { findUnequalField, mapValues } from "../../values/json";
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
  // The platform ignores the case of a UUID, but the engine compares IDs letter by letter.
  if (id !== id.toLowerCase()) {
    throw new NotFoundError({ message: `${JSON.stringify(id)} is not the ID of a snapshot: write it in lower case` });
  }
  return ids.parse(id);
}

export class SnapshotAttributesHandler implements Handler<SnapshotAttributesInputs, SnapshotAttributesState> {
  constructor(
    private readonly connect: () => Connection,
    private readonly clock?: Clock,
  ) {}

  check(args: Record<string, unknown>): Checked<SnapshotAttributesInputs> {
    return checkSnapshotAttributes(args, readDefaultScope(this.connect));
  }

  async checkAdoption(inputs: SnapshotAttributesInputs, { secrets = [] }: OperationContext) {
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
    return { failures: problem ? [problem] : [], effects: describeEffects(actual, inputs, undefined, secrets) };
  }

  diff(id: string, state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): Difference {
    const ref = parseId(id);
    const replaces = traits.replacedBy.filter((key) => inputs[key] !== ref[key]);
    if (replaces.length > 0) {
      const { onDestroy } = readManaged(state);
      const effects = describeLateOnDestroy("snapshot", onDestroy, inputs.onDestroy);
      return { changes: true, replaces, givesUp: onDestroy !== "retain", effects };
    }
    const [actual, desired] = [readActual(state, readManaged(state)), normalizeManaged(inputs)];
    return {
      changes: !isDeepStrictEqual(actual, desired),
      fields: describeFieldChanges({ tags: {}, ...actual }, { tags: {}, ...desired }, () => true),
      unfinished: describeUnfinished(state.operation),
      effects: describeEffects(state, inputs, state),
      problem: toConflict(findReadOnlyProblem(state, inputs)),
    };
  }

  async create(inputs: SnapshotAttributesInputs, context: OperationContext) {
    const whenAbsent = new NotFoundError({ message: `snapshotId: ${describeMissingSnapshot(inputs)}` });
    return { id: ids.format(inputs), state: await ensureAttributes(inputs, whenAbsent, this.toDependencies(context)) };
  }

  /** Keeps `operation`, so that an unconfirmed change stays marked until an update confirms it. */
  async read(id: string, state: Partial<SnapshotAttributesState>) {
    const ref = parseId(id);
    const managed = readManaged(state);
    const { restorePoint = emptyRestorePoint, operation, claim } = state;
    const toFound = (answer: SnapshotAnswer) => ({
      inputs: { ...ref, ...readActual(readAttributes(answer), managed) },
      state: toState(answer, { ...ref, ...managed }, { restorePoint, operation, claim }),
    });
    const { snapshots } = this.connect();
    const reading =
      state.name === undefined
        ? snapshots.get(ref) // An import or a `get` has no state to compare with an entry of the list.
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
    // If the program has renamed this resource, Pulumi has already created the one with the new name.
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

  private toDependencies(context: OperationContext) {
    return { connection: this.connect(), context, clock: this.clock };
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

export function readManaged(state: Partial<SnapshotAttributesState>): ManagedInputs {
  return normalizeManaged({ ...state, name: state.managesName ? state.name : undefined });
}

/** A declared tag that is gone becomes `null`. With `exclusiveTags`, a tag that somebody else added shows as drift. */
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
