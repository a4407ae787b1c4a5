import { isDeepStrictEqual } from "node:util";
import { snapshotIdOf, snapshotRefOf } from "../../model/resource-ids";
import type { Connection } from "../../api/connection";
import type { SnapshotAnswer, SnapshotPatch, SnapshotRef } from "../../api/calls/snapshots";
import { NotFoundError, OutcomeUnknownError, undefinedIfNotFound } from "../../api/failures/errors";
import type { Clock } from "../../api/transport/clock";
import { explainAbsence } from "../../core/absence";
import { newClaim } from "../../core/claims";
import { fieldChanges } from "../../core/field-changes";
import { unfinishedText } from "../../core/unfinished";
import { containsUnknown } from "../../core/unknown";
import {
  PartialFailure,
  type Adoption,
  type Checked,
  type Difference,
  type Handler,
  type OperationContext,
  type ResourceDefinition,
} from "../../core/handler";
import { mapValues } from "../../values/json";
import { defaultScope } from "../../model/scope";
import { applyAttributes, type SnapshotDependencies, type Target } from "./apply";
import { checkSnapshotAttributes, listDeclarations } from "./check";
import { patchTo, restorePointWith, restoringPatch, withoutRemoved, type Declared, type Others } from "./delta";
import { normalizeManaged } from "./normalize";
import {
  argsSchema,
  finalStatuses,
  stateSchema,
  type ManagedInputs,
  type SnapshotAttributesInputs,
  type SnapshotAttributesState,
  type TagState,
} from "./schema";
import { traits } from "./traits";
import { idIn, inputsOf, managedOf, observedIn, restorePointOf, stateOf } from "./wire";

/** Serves `SnapshotAttributes`. Tests pass a clock of their own. */
export class SnapshotAttributesHandler implements Handler<SnapshotAttributesInputs, SnapshotAttributesState> {
  constructor(
    private readonly connect: () => Connection,
    private readonly clock?: Clock,
  ) {}

  check(args: Record<string, unknown>): Checked<SnapshotAttributesInputs> {
    return checkSnapshotAttributes(args, defaultScope(this.connect));
  }

  /** Checks that the snapshot exists; the diff shows what changes on it. */
  async adoption(inputs: SnapshotAttributesInputs): Promise<Adoption | undefined> {
    const ref = refIn(inputs);
    if (containsUnknown(ref)) {
      return undefined;
    }
    const found = await this.connect().snapshots.get(ref).catch(undefinedIfNotFound);
    return found
      ? undefined
      : { failures: [{ property: "snapshotId", reason: `matches no snapshot: ${nothingAt(ref)}` }] };
  }

  diff(id: string, state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): Difference {
    const ref = snapshotRefOf(id);
    const replaces = traits.replacedBy.filter((key) => inputs[key] !== ref[key]);
    if (replaces.length > 0) {
      return { changes: true, replaces };
    }
    // Computed in any case, as it throws for read-only tags.
    const patch = patchFrom(state, inputs);
    return {
      changes: patch !== undefined || declaresOthers(state, inputs),
      unfinished: unfinishedText(state.operation),
    };
  }

  describeChanges(state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): string[] {
    if (declaresOthers(state, inputs)) {
      return fieldChanges(managedOf(state), normalizeManaged(inputs), () => true);
    }
    return fieldChanges({ tags: {} }, { tags: {}, ...patchFrom(state, inputs) }, () => true);
  }

  async create(
    inputs: SnapshotAttributesInputs,
    context: OperationContext,
  ): Promise<{ id: string; state: SnapshotAttributesState }> {
    const ref = refIn(inputs);
    const whenAbsent = new NotFoundError({ message: `snapshotId: ${nothingAt(ref)}` });
    return { id: snapshotIdOf(ref), state: await this.ensure(ref, inputs, whenAbsent, context) };
  }

  /** The actual snapshot. An unconfirmed change stays marked until an update confirms it. */
  async read(id: string, state: Partial<SnapshotAttributesState>) {
    const ref = snapshotRefOf(id);
    const answer = await this.connect().snapshots.get(ref).catch(undefinedIfNotFound);
    if (!answer) {
      return undefined;
    }
    const managed = managedOf(state);
    const { operation, claim } = state;
    const kept = { restorePoint: restorePointOf(state), operation, claim };
    return { inputs: inputsOf(ref, answer, managed), state: stateOf(ref, answer, managed, kept) };
  }

  update(
    id: string,
    state: SnapshotAttributesState,
    inputs: SnapshotAttributesInputs,
    context: OperationContext,
  ): Promise<SnapshotAttributesState> {
    return this.ensure(snapshotRefOf(id), inputs, explainAbsence(`snapshot ${id}`), context, state);
  }

  async delete(id: string, state: SnapshotAttributesState, context: OperationContext): Promise<void> {
    const { claims, notice } = context;
    const { onDestroy, lockTimeoutSeconds, tags } = managedOf(state);
    if (onDestroy === "retain") {
      return;
    }
    const { managesName } = state;
    const holders = claims.othersWith(id, state) as SnapshotAttributesState[];
    const declared = { tags, managesName, restorePoint: restorePointOf(state) };
    const others = whatOthersHave(holders);
    const patchFor = (snapshot: SnapshotAnswer) =>
      // A snapshot that is being deleted needs no restore.
      finalStatuses.includes(snapshot.status) ? undefined : restoringPatch(observedIn(snapshot), declared, others);
    if (holders.length > 0) {
      notice(
        `snapshot ${state.snapshotId}: the name and the tags that other resources declare stay as they are; their values ` +
          "from before this resource are not restored. A resource that is to be replaced (`--replace`, `pulumi state " +
          "taint`) restores them first if its option deleteBeforeReplace is true",
      );
    }
    const target = { ref: snapshotRefOf(id), patchFor, whenAbsent: "done", lockTimeoutSeconds } as const;
    await applyAttributes(target, this.collectDependencies(context)).catch(undefinedIfNotFound);
  }

  private async ensure(
    ref: SnapshotRef,
    inputs: SnapshotAttributesInputs,
    whenAbsent: Error,
    context: OperationContext,
    state?: SnapshotAttributesState,
  ): Promise<SnapshotAttributesState> {
    const declared: Declared = state ? { tags: state.tags, restorePoint: restorePointOf(state) } : {};
    const claim = state?.claim ?? newClaim();
    const resends = state?.operation?.unconfirmed;
    const restorePointAt = (before: SnapshotAnswer) => restorePointWith(declared, observedIn(before), inputs);
    const target: Target = {
      ref,
      whenAbsent,
      patchFor: (snapshot) => patchTo(observedIn(snapshot), inputs, declared, resends),
      lockTimeoutSeconds: inputs.lockTimeoutSeconds,
      operation: state?.operation,
      // Keeps the restore point, and which tags were declared before.
      toPartialFailure: (error, before, operation) => {
        const tags = { ...declared.tags, ...inputs.tags };
        const kept = { restorePoint: restorePointAt(before), operation, claim };
        return new PartialFailure(
          snapshotIdOf(ref),
          stateOf(ref, before, { ...inputs, tags }, kept),
          fateUnknown(error),
        );
      },
    };
    const { observed, progress } = await applyAttributes(target, this.collectDependencies(context));
    const after = observed.found as SnapshotAnswer;
    const restorePoint = withoutRemoved(restorePointAt(progress.initial?.found ?? after), inputs);
    return stateOf(ref, after, inputs, { restorePoint, claim });
  }

  private collectDependencies(context: OperationContext): SnapshotDependencies {
    return { connection: this.connect(), context, clock: this.clock };
  }
}

/** Serves `SnapshotAttributes`. */
export const snapshotAttributes: ResourceDefinition<SnapshotAttributesInputs, SnapshotAttributesState> = {
  noun: "snapshot attributes",
  product: "cloud",
  label: ({ snapshotId }) => snapshotId,
  declares: listDeclarations,
  args: argsSchema,
  idOf: idIn,
  state: stateSchema,
  traits,
  handler: (connection) => new SnapshotAttributesHandler(connection),
};

/** Whether other fields or tags are declared than before. The patch compares their values with the platform's. */
function declaresOthers(state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): boolean {
  return !isDeepStrictEqual(withoutValues(managedOf(state)), withoutValues(normalizeManaged(inputs)));
}

/** The patch according to the state; a state of an older version may lack `allTags`. */
function patchFrom(state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): SnapshotPatch | undefined {
  const { allTags = declaredTagsOf(state) }: Partial<SnapshotAttributesState> = state;
  return patchTo({ name: state.name, allTags }, inputs, state);
}

function declaredTagsOf({ tags = {} }: Pick<SnapshotAttributesState, "tags">): TagState[] {
  return Object.entries(tags).flatMap(([key, value]) => (value === null ? [] : [{ key, value, readOnly: false }]));
}

function withoutValues({ name, tags, ...managed }: ManagedInputs): object {
  return {
    ...managed,
    name: name === undefined ? undefined : "declared",
    tags: tags && mapValues(tags, (value) => (value === null ? null : "declared")),
  };
}

function nothingAt({ projectId, regionId, snapshotId }: SnapshotRef): string {
  return `project ${projectId} has no snapshot ${snapshotId} in region ${regionId}`;
}

function refIn({ projectId, regionId, snapshotId }: SnapshotRef): SnapshotRef {
  return { projectId, regionId, snapshotId };
}

function whatOthersHave(others: readonly SnapshotAttributesState[]): Others {
  return {
    haveName: others.some(({ managesName }) => managesName),
    haveTag: (key) => others.some(({ tags }) => tags !== undefined && Object.hasOwn(tags, key)),
  };
}

function fateUnknown({ message }: Error): Error {
  return new OutcomeUnknownError({
    message: `${message}; it is not known whether the snapshot was changed. The next \`pulumi up\` sends everything again`,
  });
}
