import { isDeepStrictEqual } from "node:util";
import { snapshotIdOf, snapshotRefOf } from "../../model/resource-ids";
import type { Connection } from "../../api/connection";
import type { SnapshotAnswer, SnapshotPatch, SnapshotRef } from "../../api/endpoints/snapshots";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  TimeoutError,
  ValidationError,
  undefinedIfNotFound,
} from "../../api/errors";
import type { Clock } from "../../api/wait";
import { newClaim } from "../../core/claims";
import { fieldChanges } from "../../core/field-changes";
import { limitOf, type Limit } from "../../core/limit";
import { reconcile, type Outcome } from "../../core/reconcile";
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
import { mapValues } from "../../json";
import { defaultScope } from "../../model/scope";
import { normalizeManaged } from "./normalize";
import { checkSnapshotAttributes, declares } from "./check";
import { patchTo, restorePointWith, restoringPatch, withoutRemoved, type Declared, type Others } from "./delta";
import { plan, type Request, type Seen, type Wanted } from "./plan";
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
import { idIn, inputsOf, managedOf, observedIn, propertyPathOf, restorePointOf, stateOf } from "./wire";

/** Serves `SnapshotAttributes`; the clock is the host's unless a test brings its own. */
export class SnapshotAttributesHandler implements Handler<SnapshotAttributesInputs, SnapshotAttributesState> {
  constructor(
    private readonly connect: () => Connection,
    private readonly clock?: Clock,
  ) {}

  check(args: Record<string, unknown>): Checked<SnapshotAttributesInputs> {
    return checkSnapshotAttributes(args, defaultScope(this.connect));
  }

  /** Whether there is such a snapshot; what is declared of it is what the diff shows. */
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
    // Asked in any case: it refuses what the platform would.
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

  /** The snapshot as it is; an unconfirmed change stays marked until an update has confirmed it. */
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
    const whenAbsent = new NotFoundError({
      message: `snapshot ${id} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
    });
    return this.ensure(snapshotRefOf(id), inputs, whenAbsent, context, state);
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
      // A snapshot that goes takes its name and tags along.
      finalStatuses.includes(snapshot.status) ? undefined : restoringPatch(observedIn(snapshot), declared, others);
    if (holders.length > 0) {
      notice(
        `snapshot ${state.snapshotId}: the name and the tags that other resources declare stay as they are; their values ` +
          "from before this resource are not restored. A resource that is to be replaced (`--replace`, `pulumi state " +
          "taint`) restores them first if its option deleteBeforeReplace is true",
      );
    }
    const restoring = this.reconcile(
      { ref: snapshotRefOf(id), patchFor, whenAbsent: "done" },
      lockTimeoutSeconds,
      context,
    );
    await restoring.catch(undefinedIfNotFound);
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
    const { observed, progress } = await this.reconcile(
      { ref, whenAbsent, patchFor: (snapshot) => patchTo(observedIn(snapshot), inputs, declared, resends) },
      inputs.lockTimeoutSeconds,
      context,
      // What was found must not be lost, nor which tags were declared before.
      (error, before, operation) => {
        const tags = { ...declared.tags, ...inputs.tags };
        const kept = { restorePoint: restorePointAt(before), operation, claim };
        return new PartialFailure(
          snapshotIdOf(ref),
          stateOf(ref, before, { ...inputs, tags }, kept),
          fateUnknown(error),
        );
      },
      state,
    );
    const after = observed.found as SnapshotAnswer;
    const restorePoint = withoutRemoved(restorePointAt(progress.initial?.found ?? after), inputs);
    return stateOf(ref, after, inputs, { restorePoint, claim });
  }

  private async reconcile(
    wanted: Wanted,
    lockTimeoutSeconds: number,
    context: OperationContext,
    keep?: (error: Error, before: SnapshotAnswer, operation: SnapshotAttributesState["operation"]) => Error,
    state?: SnapshotAttributesState,
  ): Promise<Outcome<Seen, Request>> {
    const { snapshots } = this.connect();
    const limit = limitOf(context, lockTimeoutSeconds, "lockTimeoutSeconds");
    try {
      return await reconcile<Seen, Request>({
        noun: "snapshot",
        name: wanted.ref.snapshotId,
        timeoutSeconds: limit.timeoutSeconds,
        operationSeconds: limit.operationSeconds,
        waits: context.waits,
        clock: this.clock,
        operation: state?.operation,
        observe: async (_, { isPoll }) => ({
          found: await snapshots.get(wanted.ref, isPoll).catch(undefinedIfNotFound),
        }),
        plan: (observed, past) => plan(wanted, observed, past),
        apply: async ({ patch }) => ({ observed: { found: await snapshots.patch(wanted.ref, patch) } }),
        isTransient: (error) => error instanceof ConflictError,
        explain: (error) => explained(error, wanted),
        toPartialFailure: (error, { initial, lostAnswers, operation }) =>
          keep && initial?.found && lostAnswers > 0 ? keep(error, initial.found, operation) : error,
      });
    } catch (error) {
      throw error instanceof TimeoutError ? lockedTooLong(error, limit) : error;
    }
  }
}

/** Serves `SnapshotAttributes`. */
export const snapshotAttributes: ResourceDefinition<SnapshotAttributesInputs, SnapshotAttributesState> = {
  noun: "snapshot attributes",
  product: "cloud",
  label: ({ snapshotId }) => snapshotId,
  declares,
  args: argsSchema,
  idOf: idIn,
  state: stateSchema,
  traits,
  handler: (connection) => new SnapshotAttributesHandler(connection),
};

/** Whether others of its fields are declared than before; their values are compared with the platform's. */
function declaresOthers(state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): boolean {
  return !isDeepStrictEqual(withoutValues(managedOf(state)), withoutValues(normalizeManaged(inputs)));
}

/** What must be sent as far as the state knows; one of another version may not say which tags there are. */
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

function explained(error: Error, { whenAbsent }: Wanted): Error {
  if (error instanceof NotFoundError && whenAbsent !== "done") {
    return whenAbsent;
  }
  return error instanceof ValidationError ? error.inTermsOf(propertyPathOf) : error;
}

function lockedTooLong({ message }: TimeoutError, { setting }: Limit): TimeoutError {
  return new TimeoutError({
    message: `${message}; nothing was changed. Try again later, or raise ${setting}`,
  });
}

function fateUnknown({ message }: Error): Error {
  return new OutcomeUnknownError({
    message: `${message}; it is not known whether the snapshot was changed. The next \`pulumi up\` sends everything again`,
  });
}
