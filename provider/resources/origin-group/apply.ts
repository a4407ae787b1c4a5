import type { Connection } from "../../api/connection";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  ValidationError,
  ignoreNotFound,
} from "../../api/failures/errors";
import type { Clock } from "../../api/transport/stop";
import { PartialFailure, type OperationContext } from "../../core/handler";
import { resolveLimit } from "../../core/limit";
import { reconcile } from "../../core/reconcile";
import { credentials } from "../../model/origin-group";
import { isJsonObject } from "../../values/json";
import { normalizeGroup, type GroupInputs, type OriginGroupState } from "./schema";
import { planAbsence, planPresence, deleteRequest, type Desired, type Observed, type Request } from "./plan";
import {
  adviseOnRefusedWord,
  isGroupId,
  listFields,
  toGroup,
  toPropertyPath,
  toRequestBody,
  toState,
  withoutCredentials,
  type OwnState,
} from "./wire";
import { type ApplyResult, type Job, type Progress } from "../../core/job";
import { warnOfIgnoredChange } from "../../core/notices";

interface Dependencies {
  connection: Connection;
  context: OperationContext;
  clock?: Clock;
}

/** The group that an operation works on. */
export interface Target extends Pick<Desired, "group" | "whenAbsent" | "isRestore"> {
  id?: string;
  /** A request to send without observing the group first. */
  first?: Request;
  /** The group as the platform confirmed it last, with its credentials. */
  confirmed?: GroupInputs;
  /** What only the resource knows about the group; `before` is the group before anything was sent. */
  toOwnState: (before: OriginGroupAnswer | undefined) => OwnState;
}

/** The group after the change. */
export interface Ensured {
  id: string;
  state: OriginGroupState;
  /** Whether the platform has ignored a part of the change. */
  isIgnored: boolean;
}

type GroupCalls = Pick<Job<Observed, Request>, "observe" | "apply" | "isTransient"> & {
  getId: () => string | undefined;
};

/** Refusals of a name that no listed group has; the platform may compare names in another way. */
const maxUnseenRefusals = 3;

/** Deletes a group, if it is there. */
export async function deleteGroup(id: string, name: string, dependencies: Dependencies): Promise<void> {
  const { originGroups } = dependencies.connection;
  await reconcile<Observed, Request>({
    ...createJob({ name }, dependencies),
    explain: (error) => (error instanceof ValidationError ? explainRefusedDelete(id, error) : error),
    first: deleteRequest,
    observe: async (_, { isPoll }) => ({ actual: await originGroups.get(id, isPoll).catch(ignoreNotFound) }),
    plan: planAbsence,
    apply: async () => {
      await originGroups.delete(id).catch(ignoreNotFound);
      return { observed: {} };
    },
    toPartialFailure: (error) => error,
  });
}

/** Creates, adopts or updates a group. */
export async function ensureGroup(target: Target, dependencies: Dependencies): Promise<Ensured> {
  const { group, first, confirmed } = target;
  const { dialect } = dependencies.connection;
  const { getId, ...calls } = createCalls(target, dependencies);
  let ownState = first ? target.toOwnState(undefined) : undefined;

  const toPartialFailure = (
    error: Error,
    { operation }: Progress<Observed, Request>,
    observed: Observed | undefined,
  ) => {
    const known = getId();
    if (known === undefined) {
      return new OutcomeUnknownError({
        message:
          `${error.message}; it is not known whether the group was created. Run \`pulumi up\` again; if the name is ` +
          "taken then, the message says what to do",
      });
    }
    // Only confirmed credentials are stored: the platform may have others now.
    const found = observed?.actual ?? { id: Number(known), name: group.name };
    const shown = observed?.actual
      ? toGroup(observed.actual, confirmed ?? {}, dialect)
      : (confirmed ?? withoutCredentials(normalizeGroup({ ...group })));
    const state = toState(found, shown, { adopted: false, ...ownState, operation });
    const message =
      `${error.message}; it is not known whether the group was changed. It stays in the state, and the next \`pulumi up\` ` +
      "sends everything again";
    return new PartialFailure(known, state, operation?.unconfirmed ? new OutcomeUnknownError({ message }) : error);
  };
  const { observed } = await reconcile<Observed, Request>({
    ...createJob(group, dependencies),
    ...calls,
    first,
    plan: (now, progress) => {
      ownState ??= target.toOwnState(now.actual);
      return planPresence({ ...target, dialect, getId }, now, progress);
    },
    toPartialFailure,
  });
  const found = observed.actual as OriginGroupAnswer;
  const actual = toGroup(found, group, dialect);
  const subject = `origin group ${JSON.stringify(group.name)} (ID ${found.id})`;
  const compared = [withoutCredentials(actual), withoutCredentials(normalizeGroup({ ...group }))] as const;
  const { isRestore } = target;
  const isIgnored = warnOfIgnoredChange(dependencies.context, subject, compared, { hidden: credentials, isRestore });
  return { id: String(found.id), state: toState(found, actual, { adopted: false, ...ownState }), isIgnored };
}

/** How the group is observed and changed. */
function createCalls({ id: given, group, whenAbsent }: Target, { connection }: Dependencies): GroupCalls {
  const { originGroups, dialect } = connection;
  let id = given;
  let isNameRefused = false;
  let unseenRefusals = 0;

  const observe: GroupCalls["observe"] = async (_, { isPoll }) => {
    const named = id === undefined || isNameRefused ? await originGroups.findByName(group.name, isPoll) : undefined;
    const actual = id === undefined ? named : await originGroups.get(id, isPoll).catch(ignoreNotFound);
    unseenRefusals += isNameRefused && !named ? 1 : 0;
    return { actual, holder: named && String(named.id) !== id ? named : undefined };
  };
  const apply = async (request: Request): Promise<ApplyResult<Observed>> => {
    const body = toRequestBody(group, dialect);
    try {
      const call = request.kind === "create" ? originGroups.create(body) : originGroups.replace(String(id), body);
      return { observed: { actual: await call } };
    } catch (error) {
      id ??= findAnsweredId(error, group.name);
      isNameRefused ||= isNameTaken(error);
      throw error instanceof NotFoundError && whenAbsent !== "create" ? whenAbsent : error;
    }
  };
  const isTransient = (error: unknown) =>
    error instanceof ConflictError || (isNameTaken(error) && (id === undefined || unseenRefusals < maxUnseenRefusals));
  return { getId: () => id, observe, apply, isTransient };
}

function createJob(group: Partial<GroupInputs>, { context, clock }: Dependencies) {
  // Groups change at once: only refusals and lost answers cause a wait.
  const { timeoutSeconds, operationSeconds } = resolveLimit(context, Infinity);
  return {
    noun: "origin group",
    name: group.name ?? "",
    timeoutSeconds,
    operationSeconds,
    waits: context.waits,
    clock,
    isTransient: (error: unknown) => error instanceof ConflictError,
    explain: (error: Error) => {
      if (!(error instanceof ValidationError)) {
        return error;
      }
      const translated = error.translatePaths((location) => toPropertyPath(location, group), listFields);
      const advice = adviseOnRefusedWord(translated);
      return advice === undefined ? translated : translated.withHint(advice);
    },
  };
}

/** Shows only the reason: for a group in use the platform blames `name`, which is misleading. */
function explainRefusedDelete(id: string, error: ValidationError): Error {
  const reason = error.translatePaths(() => "");
  return error.hasMessageAbout("name", /using this group/i)
    ? reason.withHint(
        `They are CDN resources of the account, or their rules, whose origin group is ${id}; the platform does not say ` +
          'which. Give them another origin group first. Or keep this one: set onDestroy: "retain" and run `pulumi up`, ' +
          "then remove it",
      )
    : reason;
}

/** Whether a group is refused only because of its name. */
function isNameTaken(error: unknown): boolean {
  return error instanceof ValidationError && error.hasMessageAbout("name", /unique/i);
}

/** The ID in an otherwise invalid answer about that group. */
function findAnsweredId(error: unknown, name: string): string | undefined {
  const answer = error instanceof OutcomeUnknownError ? error.answer : undefined;
  const id = isJsonObject(answer) && (answer.name ?? name) === name ? answer.id : undefined;
  return isGroupId(String(id)) ? String(id) : undefined;
}
