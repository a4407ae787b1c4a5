import { isDeepStrictEqual } from "node:util";
import { readFields } from "../../api/calls/naming";
import { readTags, snapshotAnswer, type SnapshotAnswer, type SnapshotRef } from "../../api/calls/snapshots";
import type { Connection } from "../../api/connection";
import { ConflictError, NotFoundError, ValidationError, ignoreNotFound } from "../../api/failures/errors";
import type { Clock } from "../../api/transport/stop";
import { createClaim } from "../../core/claims";
import { describeFieldChanges } from "../../core/field-changes";
import {
  PartialFailure,
  type Checked,
  type Difference,
  type Handler,
  type OperationContext,
  type ResourceDefinition,
} from "../../core/handler";
import { createAbsenceError, describeUnfinished, describeLateOnDestroy, describeStay } from "../../core/notices";
import { containsUnknown } from "../../core/tree";
import { readDefaultScope } from "../../model/scope";
import { ScopedIds } from "../../model/resource-ids";
import { findUnequalField, mapValues, pick, withoutNulls } from "../../values/json";
import { applyAttributes, type Target } from "./apply";
import {
  buildPatch,
  buildRestoringPatch,
  describeEffects,
  emptyRestorePoint,
  findReadOnlyProblem,
  updateRestorePoint,
  type Attributes,
} from "./delta";
import { argsSchema, checkSnapshotAttributes, finalStatuses, normalizeManaged } from "./schema";
import type { ManagedInputs, SnapshotAttributesInputs, SnapshotAttributesState } from "./schema";
import { traits } from "./traits";

export const ids = new ScopedIds<SnapshotRef>("snapshot", traits.id);

/** The platform ignores the case of a UUID; the engine, which compares IDs, does not. */
export function parseId(id: string): SnapshotRef {
  if (id !== id.toLowerCase()) {
    throw new NotFoundError({ message: `${JSON.stringify(id)} is not the ID of a snapshot: write it in lower case` });
  }
  return ids.parse(id);
}

/** Serves `SnapshotAttributes`. Tests pass a clock of their own. */
export class SnapshotAttributesHandler implements Handler<SnapshotAttributesInputs, SnapshotAttributesState> {
  constructor(
    private readonly connect: () => Connection,
    private readonly clock?: Clock,
  ) {}

  check(args: Record<string, unknown>): Checked<SnapshotAttributesInputs> {
    return checkSnapshotAttributes(args, readDefaultScope(this.connect));
  }

  /** Checks that the snapshot exists and can be changed, and tells what the first `up` overwrites. */
  async checkAdoption(inputs: SnapshotAttributesInputs, { secrets = [] }: OperationContext) {
    const ref = toRef(inputs);
    if (containsUnknown(ref)) {
      return undefined;
    }
    const found = await this.connect().snapshots.get(ref).catch(ignoreNotFound);
    if (!found) {
      const reason = `matches no snapshot: ${describeMissingSnapshot(ref)}`;
      return { failures: [{ property: "snapshotId", reason }] };
    }
    const actual = readAttributes(found);
    const problem = findReadOnlyProblem(actual, inputs);
    return {
      failures: problem === undefined ? [] : [{ property: "tags", reason: problem }],
      effects: describeEffects(actual, inputs, undefined, secrets),
    };
  }

  diff(id: string, state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): Difference {
    const ref = parseId(id);
    const replaces = traits.replacedBy.filter((key) => inputs[key] !== ref[key]);
    if (replaces.length > 0) {
      const { onDestroy } = readManaged(state);
      const effects = describeLateOnDestroy("snapshot", onDestroy, inputs.onDestroy);
      return { changes: true, replaces, givesUp: onDestroy !== "retain", effects };
    }
    return {
      changes: !isDeepStrictEqual(readActual(state, readManaged(state)), normalizeManaged(inputs)),
      unfinished: describeUnfinished(state.operation),
      effects: describeEffects(state, inputs, state),
      problem: explainReadOnlyTags(state, inputs),
    };
  }

  describeChanges(state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): string[] {
    const actual = { tags: {}, ...readActual(state, readManaged(state)) };
    return describeFieldChanges(actual, { tags: {}, ...normalizeManaged(inputs) }, () => true);
  }

  async create(inputs: SnapshotAttributesInputs, context: OperationContext) {
    const ref = toRef(inputs);
    const whenAbsent = new NotFoundError({ message: `snapshotId: ${describeMissingSnapshot(ref)}` });
    return { id: ids.format(ref), state: await this.ensure(ref, inputs, whenAbsent, context) };
  }

  /** The actual snapshot. An unconfirmed change stays marked until an update confirms it. */
  async read(id: string, state: Partial<SnapshotAttributesState>) {
    const ref = parseId(id);
    const managed = readManaged(state);
    const { restorePoint = emptyRestorePoint, operation, claim } = state;
    const toFound = (answer: SnapshotAnswer) => ({
      inputs: { ...ref, ...readActual(readAttributes(answer), managed) },
      state: toState(ref, answer, managed, { restorePoint, operation, claim }),
    });
    const { snapshots } = this.connect();
    const isAsKnown = (listed: SnapshotAnswer) => findUnequalField(state, toFound(listed).state) === undefined;
    const reading = state.name === undefined ? snapshots.get(ref) : snapshots.read(ref, isAsKnown);
    const answer = await reading.catch(ignoreNotFound);
    return answer && toFound(answer);
  }

  update(id: string, state: SnapshotAttributesState, inputs: SnapshotAttributesInputs, context: OperationContext) {
    return this.ensure(parseId(id), inputs, createAbsenceError(`snapshot ${id}`), context, state);
  }

  async delete(id: string, state: SnapshotAttributesState, context: OperationContext): Promise<void> {
    const { claims, notify } = context;
    const { onDestroy, lockTimeoutSeconds } = readManaged(state);
    if (onDestroy === "retain") {
      return notify(`snapshot ${state.snapshotId} ${describeStay("retain")}`);
    }
    // The same resource under a new name in the program, created earlier in this run.
    const holder = claims.findOtherHolder(id, state) as SnapshotAttributesState | undefined;
    if (holder) {
      notify(
        `snapshot ${state.snapshotId}: the name and the tags that another resource declares now stay as they are; their ` +
          "values from before this resource are not restored. A resource that is to be replaced (`--replace`, `pulumi " +
          "state taint`) restores them first if its option deleteBeforeReplace is true",
      );
    }
    const target: Target = {
      ref: parseId(id),
      // A snapshot that is being deleted needs no restore.
      buildPatch: (snapshot) =>
        finalStatuses.includes(snapshot.status)
          ? undefined
          : buildRestoringPatch(readAttributes(snapshot), state, holder),
      whenAbsent: "done",
      lockTimeoutSeconds,
    };
    const restored = await this.apply(target, context)
      .catch(ignoreNotFound)
      .catch((error: unknown) => {
        // The platform may not accept a name or a tag that it has set itself.
        const advice =
          "The platform does not take back what the snapshot had before. To leave the name and the tags as they are, " +
          'declare the resource as before with onDestroy: "retain" and run `pulumi up`, then try again';
        throw error instanceof ValidationError ? error.withHint(advice) : error;
      });
    const found = restored?.observed.actual;
    if (found && !holder && !finalStatuses.includes(found.status)) {
      notify(`snapshot ${state.snapshotId} ${describeStay("restore")}`);
    }
  }

  private async ensure(
    ref: SnapshotRef,
    inputs: SnapshotAttributesInputs,
    whenAbsent: Error,
    context: OperationContext,
    state?: SnapshotAttributesState,
  ): Promise<SnapshotAttributesState> {
    const former = state ?? {};
    const claim = state?.claim ?? createClaim();
    const toRestorePoint = (before: SnapshotAnswer) => updateRestorePoint(former, readAttributes(before), inputs);
    const target: Target = {
      ref,
      whenAbsent,
      buildPatch: (snapshot) => {
        const actual = readAttributes(snapshot);
        const problem = explainReadOnlyTags(actual, inputs);
        if (problem) {
          throw problem;
        }
        return buildPatch(actual, inputs, former, state?.operation?.unconfirmed);
      },
      lockTimeoutSeconds: inputs.lockTimeoutSeconds,
      operation: state?.operation,
      // Keeps the restore point, and which tags were declared before.
      toPartialFailure: (error, before, operation) => {
        const tags = { ...state?.tags, ...inputs.tags };
        const ownState = { restorePoint: toRestorePoint(before), operation, claim };
        return new PartialFailure(ids.format(ref), toState(ref, before, { ...inputs, tags }, ownState), error);
      },
    };
    const { observed, progress } = await this.apply(target, context);
    const after = observed.actual as SnapshotAnswer;
    return toState(ref, after, inputs, { restorePoint: toRestorePoint(progress.initial?.actual ?? after), claim });
  }

  private apply(target: Target, context: OperationContext) {
    return applyAttributes(target, { connection: this.connect(), context, clock: this.clock });
  }
}

/** Serves `SnapshotAttributes`. */
export const snapshotAttributes: ResourceDefinition<SnapshotAttributesInputs, SnapshotAttributesState> = {
  noun: "snapshot attributes",
  product: "cloud",
  findLabel: ({ snapshotId }) => snapshotId,
  /** The snapshot, whose name and tags one resource declares. */
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

/** The name and the tags of an answer. */
export function readAttributes(answer: SnapshotAnswer): Attributes {
  return { name: answer.name, allTags: readTags(answer) };
}

/** The outputs of the resource. */
export function toState(
  ref: SnapshotRef,
  answer: SnapshotAnswer,
  managed: ManagedInputs,
  ownState: Pick<SnapshotAttributesState, "restorePoint" | "operation" | "claim">,
): SnapshotAttributesState {
  const { taskId: lockTaskId, ...fields } = readFields(snapshotAnswer, answer);
  return {
    ...ref,
    ...managed,
    ...withoutNulls(pick({ ...fields, lockTaskId }, (key) => key in traits.computed)),
    ...readAttributes(answer),
    status: answer.status,
    managesName: managed.name !== undefined,
    ...ownState,
  };
}

/** What the program declared when the state was written. */
export function readManaged(state: Partial<SnapshotAttributesState>): ManagedInputs {
  return normalizeManaged({ ...state, name: state.managesName ? state.name : undefined });
}

/**
 * The managed fields with their actual values; a tag that is gone is `null`. With `exclusiveTags` every writable tag is
 * managed, so tags of others show as drift.
 */
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

function explainReadOnlyTags(actual: Attributes, inputs: SnapshotAttributesInputs): Error | undefined {
  const problem = findReadOnlyProblem(actual, inputs);
  return problem === undefined ? undefined : new ConflictError({ message: `tags ${problem}` });
}

function describeMissingSnapshot({ projectId, regionId, snapshotId }: SnapshotRef): string {
  return (
    `project ${projectId} has no snapshot ${snapshotId} in region ${regionId}. Correct the ID, the project or the region, ` +
    "or use the key of the account that has it"
  );
}

function toRef({ projectId, regionId, snapshotId }: SnapshotRef): SnapshotRef {
  return { projectId, regionId, snapshotId };
}
