import type { Connection } from "../../api/connection";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  ValidationError,
  undefinedIfNotFound,
} from "../../api/failures/errors";
import type { Clock } from "../../api/transport/clock";
import { PartialFailure, type OperationContext } from "../../core/handler";
import { limitOf } from "../../core/limit";
import { reconcile, type ApplyResult, type Job, type Progress } from "../../core/reconcile";
import { isJsonObject } from "../../values/json";
import { interimName, type GroupNames } from "./names";
import { normalizeGroup } from "./normalize";
import {
  isInterim,
  planAbsence,
  planPresence,
  remove,
  type Desired,
  type NameHolder,
  type Observed,
  type Request,
} from "./plan";
import type { GroupInputs, OriginGroupState } from "./schema";
import { groupOf, propertyPathOf, requestBody, stateOf, withoutCredentials, type OwnState } from "./wire";

/** What the handler gives an operation. */
export interface GroupDependencies {
  connection: Connection;
  names: GroupNames;
  context: OperationContext;
  clock?: Clock;
}

/** The group that an operation works on. */
export interface Target {
  id?: string;
  group: GroupInputs;
  /** A request to send without observing the group first. */
  first?: Request;
  whenAbsent: Desired["whenAbsent"];
  nameAdvice?: Desired["nameAdvice"];
  /** The group as the platform confirmed it last, with its credentials. */
  confirmed?: GroupInputs;
  /** What only the resource knows of the group; `before` is the group before anything was sent. */
  toOwnState: (before: OriginGroupAnswer | undefined) => OwnState;
}

type Bound = Pick<Job<Observed, Request>, "observe" | "apply" | "isTransient"> & { id: () => string | undefined };

/** How often a name that no group seems to have may be refused: the platform may compare names in another way. */
const mostUnseenRefusals = 3;

/** Creates, adopts or updates a group, and tracks its name. */
export async function ensureGroup(
  target: Target,
  dependencies: GroupDependencies,
): Promise<{ id: string; state: OriginGroupState }> {
  const { names } = dependencies;
  try {
    const result = await reconcileTo(target, dependencies);
    names.expect(result.id, target.group.name);
    return result;
  } catch (error) {
    names.forget(target.id);
    throw error;
  } finally {
    names.endWait(target.id);
  }
}

/** Deletes a group, if it is there. */
export async function deleteGroup(id: string, name: string, dependencies: GroupDependencies): Promise<void> {
  const { originGroups } = dependencies.connection;
  await reconcile<Observed, Request>({
    ...jobOf({ name }, dependencies),
    // For a group in use the platform blames `name`, which is misleading: only its reason is shown.
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

async function reconcileTo(
  target: Target,
  dependencies: GroupDependencies,
): Promise<{ id: string; state: OriginGroupState }> {
  const { group, first, confirmed } = target;
  const { dialect } = dependencies.connection;
  const { id, ...calls } = bind(target, dependencies);
  let ownState = first ? target.toOwnState(undefined) : undefined;

  const toPartialFailure = (
    error: Error,
    { operation }: Progress<Observed, Request>,
    observed: Observed | undefined,
  ) => {
    const known = id();
    if (known === undefined) {
      return nameUnknown(error);
    }
    // Nobody knows which credentials the platform has now: those that it never confirmed are not stored.
    const found = observed?.actual ?? { id: Number(known), name: group.name };
    const shown = observed?.actual
      ? groupOf(observed.actual, confirmed ?? {}, dialect)
      : (confirmed ?? withoutCredentials(normalizeGroup({ ...group })));
    const state = stateOf(found, shown, { adopted: false, ...ownState, operation });
    return new PartialFailure(known, state, operation?.unconfirmed ? fateUnknown(error) : namedOtherwise(error, found));
  };
  const { observed } = await reconcile<Observed, Request>({
    ...jobOf(group, dependencies),
    ...calls,
    first,
    plan: (now, progress) => {
      ownState ??= target.toOwnState(now.actual);
      return planPresence({ ...target, dialect, id }, now, progress);
    },
    toPartialFailure,
  });
  const found = observed.actual as OriginGroupAnswer;
  const state = stateOf(found, groupOf(found, group, dialect), { adopted: false, ...ownState });
  return { id: String(found.id), state };
}

/** How the group is observed and changed. */
function bind({ id: given, group, whenAbsent }: Target, { connection, names, context }: GroupDependencies): Bound {
  const { originGroups, dialect } = connection;
  let id = given;
  let isNameRefused = false;
  let unseenRefusals = 0;

  const observe: Bound["observe"] = async (_, { isPoll }) => {
    const named = id === undefined || isNameRefused ? await originGroups.findByName(group.name, isPoll) : undefined;
    const actual = id === undefined ? named : await originGroups.get(id, isPoll).catch(undefinedIfNotFound);
    unseenRefusals += isNameRefused && !named ? 1 : 0;
    return { actual, holder: holderIn(named, id, names, context) };
  };
  const apply = async (request: Request): Promise<ApplyResult<Observed>> => {
    if (isInterim(request)) {
      names.stepAside(String(id));
    }
    const name = isInterim(request) ? interimName(group.name, String(id)) : group.name;
    const body = requestBody({ ...group, name }, dialect);
    try {
      const call = request.kind === "create" ? originGroups.create(body) : originGroups.replace(String(id), body);
      return { observed: { actual: await call } };
    } catch (error) {
      id ??= idIn(error);
      isNameRefused ||= isNameTaken(error);
      throw error instanceof NotFoundError && whenAbsent !== "create" ? whenAbsent : error;
    }
  };
  const isTransient = (error: unknown) =>
    error instanceof ConflictError || (isNameTaken(error) && (id === undefined || unseenRefusals < mostUnseenRefusals));
  return { id: () => id, observe, apply, isTransient };
}

/** The other group that has the name, if any; `id` is the ID of the group that should get it. */
function holderIn(
  named: OriginGroupAnswer | undefined,
  id: string | undefined,
  names: GroupNames,
  { claims }: OperationContext,
): NameHolder | undefined {
  const holder = named && String(named.id);
  if (!named || holder === undefined || holder === id) {
    return undefined;
  }
  if (id !== undefined) {
    names.waitFor(id, holder);
  }
  const fate = claims.isDeleted(holder) ? "leaves" : names.fateOf(holder, named.name);
  return { id: named.id, name: named.name, fate, isInRing: id !== undefined && names.isInRing(id) };
}

function jobOf(group: Partial<GroupInputs>, { context, clock }: GroupDependencies) {
  // The platform changes groups at once: only refusals and lost answers are waited for.
  const { timeoutSeconds, operationSeconds } = limitOf(context, Infinity);
  return {
    noun: "origin group",
    name: group.name ?? "",
    timeoutSeconds,
    operationSeconds,
    waits: context.waits,
    clock,
    isTransient: (error: unknown) => error instanceof ConflictError,
    explain: (error: Error) =>
      error instanceof ValidationError ? error.inTermsOf((location) => propertyPathOf(location, group)) : error,
  };
}

/** Whether a group is refused only because of its name. */
function isNameTaken(error: unknown): boolean {
  return error instanceof ValidationError && error.concerns("name", /unique/i);
}

/** The ID in an answer that is otherwise invalid. */
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

/** The group did not get its name from another group in time. */
function namedOtherwise({ message }: Error, { name }: { name: string }): Error {
  const now = `Everything else was changed; its name is ${JSON.stringify(name)} until the next \`pulumi up\``;
  return new ConflictError({ message: `${message}. ${now}` });
}

function fateUnknown(error: Error): Error {
  return new OutcomeUnknownError({
    message:
      `${error.message}; it is not known whether the group was changed. It stays in the state, and the next \`pulumi up\` ` +
      "sends everything again",
  });
}
