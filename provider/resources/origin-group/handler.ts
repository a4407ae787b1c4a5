import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../api/connection";
import type { OriginGroupAnswer } from "../../api/endpoints/origin-groups";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  ValidationError,
  undefinedIfNotFound,
} from "../../api/errors";
import type { Clock } from "../../api/wait";
import { managedElsewhere, newClaim } from "../../core/claims";
import { fieldChanges } from "../../core/field-changes";
import { limitOf } from "../../core/limit";
import { reconcile, type ApplyResult, type Job, type Progress } from "../../core/reconcile";
import { unfinishedText } from "../../core/unfinished";
import {
  PartialFailure,
  type Adoption,
  type Checked,
  type Difference,
  type Handler,
  type OperationContext,
  type ResourceDefinition,
} from "../../core/handler";
import { isJsonObject } from "../../json";
import { credentials } from "../../model/origin-group";
import { normalizeGroup } from "./normalize";
import { checkOriginGroup } from "./check";
import { olderStates } from "./older-states";
import { create, planAbsence, planPresence, remove, update, type Request, type Observed, type Desired } from "./plan";
import { assertRestorable } from "./restore";
import { argsSchema, stateSchema, type GroupInputs, type OriginGroupInputs, type OriginGroupState } from "./schema";
import { traits } from "./traits";
import {
  assertId,
  groupOf,
  groupOfState,
  propertyPathOf,
  requestBody,
  stateOf,
  withoutCredentials,
  type OwnState,
} from "./wire";

/** A group that is there, or is to be. */
interface Target {
  id?: string;
  group: GroupInputs;
  /** What is sent without looking first. */
  first?: Request;
  whenAbsent: Desired["whenAbsent"];
  /** The group as the platform has confirmed it last, with its credentials. */
  confirmed?: GroupInputs;
  /** What the resource itself knows of the group, given what was there before anything was sent. */
  kept: (before: OriginGroupAnswer | undefined) => OwnState;
}

/** Serves `OriginGroup`; the clock is the host's unless a test brings its own. */
export class OriginGroupHandler implements Handler<OriginGroupInputs, OriginGroupState> {
  constructor(
    private readonly connect: () => Connection,
    private readonly clock?: Clock,
  ) {}

  check(args: Record<string, unknown>): Checked<OriginGroupInputs> {
    return checkOriginGroup(args);
  }

  async adoption(inputs: OriginGroupInputs, { claims, secrets = [] }: OperationContext): Promise<Adoption | undefined> {
    const { originGroupId } = inputs;
    if (typeof originGroupId !== "number") {
      return undefined;
    }
    claims.awaits(String(originGroupId));
    const { originGroups, dialect } = this.connect();
    const found = await originGroups.get(String(originGroupId)).catch(undefinedIfNotFound);
    if (!found) {
      return {
        failures: [{ property: "originGroupId", reason: `matches no group: ${nothingToAdopt(originGroupId)}` }],
        changes: [],
      };
    }
    const isHidden = (path: readonly PropertyKey[], wanted: unknown) =>
      credentials.some((name) => name === path.at(-1)) || secrets.some((secret) => secret === wanted);
    return {
      failures: [],
      changes: fieldChanges(groupOf(found, {}, dialect), normalizeGroup({ ...inputs }), isHidden),
    };
  }

  diff(id: string, state: OriginGroupState, inputs: OriginGroupInputs): Difference {
    if (inputs.originGroupId !== undefined && String(inputs.originGroupId) !== id) {
      return { changes: true, replaces: ["originGroupId"] };
    }
    assertRestorable(inputs.onDestroy, state.restorePoint);
    return {
      changes: !isDeepStrictEqual(...declarationsIn(state, inputs)),
      unfinished: unfinishedText(state.operation),
    };
  }

  describeChanges(state: OriginGroupState, inputs: OriginGroupInputs): string[] {
    return fieldChanges(...declarationsIn(state, inputs), () => true);
  }

  create(inputs: OriginGroupInputs, context: OperationContext): Promise<{ id: string; state: OriginGroupState }> {
    const { claims } = context;
    const { originGroupId, onDestroy } = inputs;
    const claim = newClaim();
    if (originGroupId === undefined) {
      const kept = () => ({ adopted: false, onDestroy, claim });
      return this.ensure({ group: inputs, first: create, whenAbsent: "create", kept }, context);
    }
    const id = String(originGroupId);
    const adopted: Target = {
      id,
      group: inputs,
      whenAbsent: new NotFoundError({
        message: claims.isGoing(id)
          ? `originGroupId: group ${id} has just been deleted because of its onDestroy: "delete"; ` +
            "leave originGroupId out to create a group"
          : `originGroupId: ${nothingToAdopt(originGroupId)}`,
      }),
      kept: (before) => {
        const restorePoint = before && withoutCredentials(groupOf(before, {}, this.connect().dialect));
        assertRestorable(onDestroy, restorePoint);
        return { adopted: true, onDestroy, restorePoint, claim };
      },
    };
    return this.ensure(adopted, context);
  }

  async update(
    id: string,
    state: OriginGroupState,
    inputs: OriginGroupInputs,
    context: OperationContext,
  ): Promise<OriginGroupState> {
    const { adopted = false, restorePoint, claim } = state;
    const { changes, unfinished } = this.diff(id, state, inputs);
    if (!changes && unfinished === undefined) {
      // Only the form of the state is to be another one.
      return state;
    }
    const whenAbsent = new NotFoundError({
      message: `origin group ${id} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
    });
    const kept = () => ({ adopted, restorePoint, claim, onDestroy: inputs.onDestroy });
    const confirmed = groupOfState(state);
    return (await this.ensure({ id, group: inputs, first: update, whenAbsent, confirmed, kept }, context)).state;
  }

  /** The group as it is, with the credentials that were confirmed last; a change of unknown fate stays marked. */
  async read(id: string, state: Partial<OriginGroupState>) {
    assertId(id);
    const { originGroups, dialect } = this.connect();
    const answer = await originGroups.get(id).catch(undefinedIfNotFound);
    if (!answer) {
      return undefined;
    }
    const { adopted = false, onDestroy, restorePoint, operation, claim } = state;
    const group = groupOf(answer, groupOfState(state), dialect);
    return {
      inputs: { ...group, originGroupId: adopted ? answer.id : undefined, onDestroy },
      state: stateOf(answer, group, { adopted, onDestroy, restorePoint, operation, claim }),
    };
  }

  async delete(id: string, state: OriginGroupState, context: OperationContext): Promise<void> {
    const { claims, notice } = context;
    const onDestroy = state.onDestroy ?? (state.adopted ? "retain" : "delete");
    if (onDestroy === "retain") {
      return;
    }
    if (claims.othersWith(id, state).length > 0) {
      return notice(`origin group ${JSON.stringify(state.name)} (ID ${id}) ${managedElsewhere()}`);
    }
    if (onDestroy === "delete") {
      // A replacement that adopts the same group must find it.
      if (claims.isAwaited(id)) {
        return notice(
          `origin group ${JSON.stringify(state.name)} (ID ${id}) stays on the platform: it is adopted again`,
        );
      }
      claims.goes(id);
      return this.remove(id, state.name, context);
    }
    assertRestorable("restore", state.restorePoint);
    const gone = new NotFoundError({ message: "the group is gone" });
    const kept = () => ({ adopted: true });
    const asFound = { id, group: state.restorePoint, first: update, whenAbsent: gone, kept };
    const restoring = this.ensure(asFound, context);
    await restoring.catch(undefinedIfNotFound);
  }

  /** Creates, adopts or changes: all of it is bringing the group to what is declared. */
  private async ensure(target: Target, context: OperationContext): Promise<{ id: string; state: OriginGroupState }> {
    const { group, first, whenAbsent, confirmed } = target;
    const { originGroups, dialect } = this.connect();
    let { id } = target;
    let kept = first ? target.kept(undefined) : undefined;

    const observe: Job<Observed, Request>["observe"] = async (_, { isPoll }) => ({
      actual: await (id === undefined
        ? originGroups.findByName(group.name, isPoll)
        : originGroups.get(id, isPoll).catch(undefinedIfNotFound)),
    });
    const apply = async ({ kind }: Request): Promise<ApplyResult<Observed>> => {
      const body = requestBody(group, dialect);
      try {
        const call = kind === "create" ? originGroups.create(body) : originGroups.replace(String(id), body);
        return { observed: { actual: await call } };
      } catch (error) {
        id ??= idIn(error);
        throw error instanceof NotFoundError && whenAbsent !== "create" ? whenAbsent : error;
      }
    };
    const keep = (error: Error, { operation }: Progress<Observed, Request>, observed: Observed | undefined) => {
      if (id === undefined) {
        return nameUnknown(error);
      }
      // Which credentials the platform has now is unknown: those that it has never confirmed are not stored.
      const found = observed?.actual ?? { id: Number(id), name: group.name };
      const known = observed?.actual
        ? groupOf(observed.actual, confirmed ?? {}, dialect)
        : (confirmed ?? withoutCredentials(normalizeGroup({ ...group })));
      return new PartialFailure(id, stateOf(found, known, { adopted: false, ...kept, operation }), fateUnknown(error));
    };
    const { observed } = await reconcile<Observed, Request>({
      ...this.surroundings(group, context),
      first,
      observe,
      plan: (now, past) => {
        kept ??= target.kept(now.actual);
        return planPresence({ group, dialect, id: () => id, whenAbsent }, now, past);
      },
      apply,
      toPartialFailure: keep,
    });
    const found = observed.actual as OriginGroupAnswer;
    const state = stateOf(found, groupOf(found, group, dialect), { adopted: false, ...kept });
    return { id: String(found.id), state };
  }

  private async remove(id: string, name: string, context: OperationContext): Promise<void> {
    const { originGroups } = this.connect();
    await reconcile<Observed, Request>({
      ...this.surroundings({ name }, context),
      // A group in use is refused at `name`, which is not what is wrong: only the platform's reason is shown.
      explain: (error) => (error instanceof ValidationError ? error.inTermsOf(() => "") : error),
      first: remove,
      observe: async (_, { isPoll }) => ({ actual: await originGroups.get(id, isPoll).catch(undefinedIfNotFound) }),
      plan: planAbsence,
      apply: async () => {
        await originGroups.delete(id).catch(undefinedIfNotFound);
        return { observed: {} };
      },
      toPartialFailure: (error) => error,
    });
  }

  private surroundings(group: Partial<GroupInputs>, context: OperationContext) {
    const { clock } = this;
    // Nothing of a group takes its time on the platform: only refusals are waited for, and lost answers.
    const { timeoutSeconds, operationSeconds } = limitOf(context, Infinity);
    return {
      noun: "origin group",
      name: group.name ?? "",
      timeoutSeconds,
      operationSeconds,
      waits: context.waits,
      clock,
      isTransient: (error: unknown, { kind }: Request) =>
        error instanceof ConflictError || (kind === "create" && isNameTaken(error)),
      explain: (error: Error) =>
        error instanceof ValidationError ? error.inTermsOf((location) => propertyPathOf(location, group)) : error,
    };
  }
}

/** Serves `OriginGroup`. */
export const originGroup: ResourceDefinition<OriginGroupInputs, OriginGroupState> = {
  noun: "origin group",
  label: (values) => values.name,
  adopts: ({ originGroupId }) => originGroupId !== undefined,
  args: argsSchema,
  state: stateSchema,
  traits,
  older: olderStates,
  handler: (connection) => new OriginGroupHandler(connection),
};

/** What is declared of the group, before and now. */
function declarationsIn(state: OriginGroupState, inputs: OriginGroupInputs): [object, object] {
  return [
    { ...groupOfState(state), onDestroy: state.onDestroy },
    { ...normalizeGroup({ ...inputs }), onDestroy: inputs.onDestroy },
  ];
}

function nothingToAdopt(originGroupId: number): string {
  return `the account has no origin group ${originGroupId}. Correct the ID, or leave it out to create a group`;
}

/** Whether a group is refused because of its name alone. */
function isNameTaken(error: unknown): boolean {
  return error instanceof ValidationError && error.concerns("name", /unique/i);
}

/** The ID in an answer that could not be understood otherwise. */
function idIn(error: unknown): string | undefined {
  const answer = error instanceof OutcomeUnknownError ? error.answer : undefined;
  const id = isJsonObject(answer) ? answer.id : undefined;
  return Number.isSafeInteger(id) ? String(id) : undefined;
}

function nameUnknown(error: Error): Error {
  return new OutcomeUnknownError({
    message:
      `${error.message}; it is not known whether the group was created. Run \`pulumi up\` again; if the name is taken ` +
      "then, the message says what to do",
  });
}

function fateUnknown(error: Error): Error {
  return new OutcomeUnknownError({
    message:
      `${error.message}; it is not known whether the group was changed. It stays in the state, and the next \`pulumi up\` ` +
      "sends everything again",
  });
}
