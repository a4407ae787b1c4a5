import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../api/connection";
import { findUnequalField } from "../../api/calls/answers";
import type { SnapshotAnswer, SnapshotRef } from "../../api/calls/snapshots";
import { NotFoundError, ValidationError, ignoreNotFound } from "../../api/failures/errors";
import type { Clock } from "../../api/transport/stop";
import { createClaim } from "../../core/claims";
import { describeFieldChanges } from "../../core/field-changes";
import { describeLateOnDestroy, describeStay } from "../../core/on-destroy";
import { PartialFailure } from "../../core/handler";
import type { Checked, Difference, Handler, OperationContext, ResourceDefinition } from "../../core/handler";
import { mapValues } from "../../values/json";
import { memoize } from "../../values/memoize";
import { readDefaultScope } from "../../model/scope";
import { applyAttributes, type Target } from "./apply";
import { checkSnapshotAttributes, listDeclarations } from "./check";
import {
  buildPatch,
  describeReadOnlyTags,
  explainReadOnlyTags,
  updateRestorePoint,
  buildRestoringPatch,
  settleRestorePoint,
  type Former,
  describeExclusiveEffects,
  describeFirstEffects,
} from "./delta";
import { normalizeManaged, argsSchema, finalStatuses } from "./schema";
import type { ManagedInputs, SnapshotAttributesInputs, SnapshotAttributesState } from "./schema";
import { traits } from "./traits";
import { ids, normalizeId, parseId, toInputs, readManaged, readAttributes, readRestorePoint, toState } from "./wire";
import { containsUnknown } from "../../core/tree";
import { createAbsenceError, describeUnfinished } from "../../core/notices";

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
    const found = await this.connect().snapshots.read(ref).catch(ignoreNotFound);
    if (!found) {
      const reason = `matches no snapshot: ${describeMissingSnapshot(ref)}`;
      return { failures: [{ property: "snapshotId", reason }] };
    }
    const actual = readAttributes(found);
    const problem = describeReadOnlyTags(actual, inputs);
    return {
      failures: problem === undefined ? [] : [{ property: "tags", reason: `cannot be set: ${problem}` }],
      effects: describeFirstEffects(actual, inputs, secrets),
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
      changes: buildPatch(state, inputs, state) !== undefined || hasOtherDeclaredFields(state, inputs),
      unfinished: describeUnfinished(state.operation),
      effects: describeExclusiveEffects(state, inputs, state),
      problem: explainReadOnlyTags(state, inputs),
    };
  }

  describeChanges(state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): string[] {
    if (hasOtherDeclaredFields(state, inputs)) {
      return describeFieldChanges(readManaged(state), normalizeManaged(inputs), () => true);
    }
    return describeFieldChanges({ tags: {} }, { tags: {}, ...buildPatch(state, inputs, state) }, () => true);
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
    const { operation, claim } = state;
    const ownState = { restorePoint: readRestorePoint(state), operation, claim };
    const toFound = memoize((answer: SnapshotAnswer) => ({
      inputs: toInputs(ref, answer, managed),
      state: toState(ref, answer, managed, ownState),
    }));
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
    const buildPatchToRestore = (snapshot: SnapshotAnswer) =>
      // A snapshot that is being deleted needs no restore.
      finalStatuses.includes(snapshot.status)
        ? undefined
        : buildRestoringPatch(readAttributes(snapshot), readFormer(state), holder && readFormer(holder));
    if (holder) {
      notify(
        `snapshot ${state.snapshotId}: the name and the tags that another resource declares now stay as they are; their ` +
          "values from before this resource are not restored. A resource that is to be replaced (`--replace`, `pulumi " +
          "state taint`) restores them first if its option deleteBeforeReplace is true",
      );
    }
    const ref = parseId(id);
    const target: Target = { ref, buildPatch: buildPatchToRestore, whenAbsent: "done", lockTimeoutSeconds };
    const restored = await this.apply(target, context).catch(ignoreNotFound).catch(explainRefusedRestore);
    const found = restored?.observed.actual;
    if (found && !restored.isIgnored && !holder && !finalStatuses.includes(found.status)) {
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
    const declared = state ? readFormer(state) : {};
    const claim = state?.claim ?? createClaim();
    const resends = state?.operation?.unconfirmed;
    const toRestorePoint = (before: SnapshotAnswer) => updateRestorePoint(declared, readAttributes(before), inputs);
    const target: Target = {
      ref,
      whenAbsent,
      buildPatch: (snapshot) => {
        const actual = readAttributes(snapshot);
        const problem = explainReadOnlyTags(actual, inputs);
        if (problem) {
          throw problem;
        }
        return buildPatch(actual, inputs, declared, resends);
      },
      lockTimeoutSeconds: inputs.lockTimeoutSeconds,
      operation: state?.operation,
      // Keeps the restore point, and which tags were declared before.
      toPartialFailure: (error, before, operation) => {
        const tags = { ...declared.tags, ...inputs.tags };
        const ownState = { restorePoint: toRestorePoint(before), operation, claim };
        return new PartialFailure(ids.format(ref), toState(ref, before, { ...inputs, tags }, ownState), error);
      },
    };
    const { observed, progress } = await this.apply(target, context);
    const after = observed.actual as SnapshotAnswer;
    const restorePoint = settleRestorePoint(toRestorePoint(progress.initial?.actual ?? after), inputs);
    return toState(ref, after, inputs, { restorePoint, claim });
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
  listDeclarations,
  args: argsSchema,
  findId: (values) => ids.find(values),
  normalizeId,
  traits,
  createHandler: (...needs) => new SnapshotAttributesHandler(...needs),
};

/** Whether other fields or tags are declared than before, whatever their values: the patch compares those. */
function hasOtherDeclaredFields(state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): boolean {
  return !isDeepStrictEqual(withoutValues(readManaged(state)), withoutValues(normalizeManaged(inputs)));
}

function withoutValues({ name, tags, ...managed }: ManagedInputs): object {
  return {
    ...managed,
    name: name === undefined ? undefined : "declared",
    tags: tags && mapValues(tags, (value) => (value === null ? null : "declared")),
  };
}

function describeMissingSnapshot({ projectId, regionId, snapshotId }: SnapshotRef): string {
  return (
    `project ${projectId} has no snapshot ${snapshotId} in region ${regionId}. Correct the ID, the project or the region, ` +
    "or use the key of the account that has it"
  );
}

/** The platform may not accept a name or a tag that it has set itself. */
function explainRefusedRestore(error: unknown): never {
  const advice =
    "The platform does not take back what the snapshot had before. To leave the name and the tags as they are, declare " +
    'the resource as before with onDestroy: "retain" and run `pulumi up`, then try again';
  throw error instanceof ValidationError ? error.withHint(advice) : error;
}

function toRef({ projectId, regionId, snapshotId }: SnapshotRef): SnapshotRef {
  return { projectId, regionId, snapshotId };
}

/** What a state of any version says that the resource declared. */
function readFormer(state: SnapshotAttributesState): Former {
  const { tags, managesName, exclusiveTags } = state;
  return { tags, managesName, exclusiveTags, restorePoint: readRestorePoint(state) };
}
