import { isDeepStrictEqual } from "node:util";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import type { Connection } from "../../api/connection";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  ValidationError,
  ignoreNotFound,
} from "../../api/failures/errors";
import type { Clock } from "../../api/transport/stop";
import type { Dialect } from "../../config/dialect";
import { adviseOnTakenName } from "../../core/claims";
import { PartialFailure, type OperationContext } from "../../core/handler";
import type { Job, Progress, Step } from "../../core/job";
import { resolveLimit } from "../../core/waits";
import { warnOfIgnoredChange } from "../../core/notices";
import { reconcile } from "../../core/reconcile";
import { credentials } from "../../model/origin-group";
import { isJsonObject } from "../../values/json";
import { normalizeGroup, type GroupInputs, type OriginGroupState } from "./schema";
import {
  adviseOnRefusedWords,
  isGroupId,
  listFields,
  toGroup,
  toPropertyPath,
  toRequestBody,
  toState,
  withoutCredentials,
  type OwnState,
} from "./wire";

interface Dependencies {
  connection: Connection;
  context: OperationContext;
  clock?: Clock;
}

/** A change of a group, always with the complete group. */
export type Request = { kind: "create" } | { kind: "update" | "delete"; isRepeated: true };

/** What was observed of a group. */
export interface Observed {
  /** Undefined if the platform has no such group. */
  actual?: OriginGroupAnswer;
  /** The other group that has the name; looked up once the name was refused. */
  holder?: OriginGroupAnswer;
}

/** The group that an operation works on. */
export interface Target {
  group: GroupInputs;
  /** Undefined for a group that is to be created. */
  id?: string;
  /** What to do if there is no group: create it, or fail with this error. */
  whenAbsent: "create" | Error;
  /** Whether the group is observed before anything is sent. */
  observesFirst?: boolean;
  /** The group as the platform confirmed it last, with its credentials. */
  confirmed?: GroupInputs;
  /** Whether a destroy puts back what was there before. */
  isRestore?: boolean;
  /** What only the resource knows about the group; `before` is the group before anything was sent, if it was observed. */
  toOwnState: (before: OriginGroupAnswer | undefined) => OwnState;
}

/** What a plan needs to know of the group: its ID is undefined until the platform has returned one. */
export interface Desired extends Pick<Target, "group" | "id" | "whenAbsent" | "isRestore"> {
  dialect: Dialect;
}

/** The next step towards the declared group. */
export function planPresence(
  desired: Desired,
  { actual, holder }: Observed,
  { accepted, lostAnswers }: Progress<Observed, Request>,
): Step<Request> {
  const { id, whenAbsent, isRestore } = desired;
  if (accepted) {
    return { do: "done" };
  }
  if (!actual) {
    return whenAbsent === "create"
      ? { do: "send", request: { kind: "create" } }
      : { do: "fail", error: whenAbsent, isFinal: true };
  }
  if (whenAbsent !== "create") {
    const advice = `Nothing was changed. ${isRestore ? restoreAdvice : renameAdvice}`;
    return holder
      ? { do: "fail", error: explainHeldName(holder, advice) }
      : { do: "send", request: { kind: "update", isRepeated: true } };
  }
  if (id !== undefined || (lostAnswers > 0 && matchesSent(desired, actual))) {
    return { do: "done" };
  }
  return { do: "fail", error: explainNameTaken(desired, actual), isFinal: true };
}

/** The next step towards a group that should not exist. */
export function planAbsence({ actual }: Observed, { accepted }: Progress<Observed, Request>): Step<Request> {
  return accepted || !actual ? { do: "done" } : { do: "send", request: { kind: "delete", isRepeated: true } };
}

/** Whether a group may be the one that was sent; a new one cannot be in use. */
function matchesSent({ group, dialect }: Pick<Desired, "group" | "dialect">, actual: OriginGroupAnswer): boolean {
  const [onPlatform, sent] = [toGroup(actual, {}, dialect), normalizeGroup({ ...group })].map(withoutCredentials);
  return isDeepStrictEqual(onPlatform, sent) && !actual.has_related_resources;
}

const renameAdvice =
  "Choose another name. If another resource of the program gives this name up in the same change, first run `pulumi up` " +
  "with names that are free in both resources, then with these";

const restoreAdvice = 'Give that group another name, or set onDestroy: "retain" and run `pulumi up`, then try again';

/** The error of a change whose name another group has. */
export function explainHeldName({ id, name }: OriginGroupAnswer, advice = renameAdvice, isSame = false): Error {
  const holder = `origin group ${JSON.stringify(name)} (ID ${id})${isSame ? " with the same content" : ""}`;
  return new ConflictError({ message: `name: the account already has an ${holder}. ${advice}` });
}

/** The error of a creation whose name another group has. */
export function explainNameTaken(
  desired: Pick<Desired, "group" | "dialect">,
  holder: OriginGroupAnswer,
  isPreview = false,
): Error {
  const isSame = matchesSent(desired, holder);
  const adopting = `originGroupId: ${holder.id}`;
  return explainHeldName(holder, adviseOnTakenName({ noun: "group", adopting, isSame, isPreview }), isSame);
}

/** Deletes a group, if it is there. */
export async function deleteGroup(id: string, name: string, dependencies: Dependencies): Promise<void> {
  const { originGroups } = dependencies.connection;
  await reconcile<Observed, Request>({
    ...createJob({ name }, dependencies),
    explain: (error) => {
      if (!(error instanceof ValidationError)) {
        return error;
      }
      // Only the reason: for a group in use the platform blames `name`, which is misleading.
      const reason = error.translatePaths(() => "");
      return error.hasMessageAbout("name", /using this group/i)
        ? reason.withHint(
            `They are CDN resources of the account, or their rules, whose origin group is ${id}; the platform does not ` +
              'say which. Give them another origin group first. Or keep this one: set onDestroy: "retain" and run ' +
              "`pulumi up`, then remove it",
          )
        : reason;
    },
    first: { kind: "delete", isRepeated: true },
    observe: async (_, { isPoll }) => ({ actual: await originGroups.get(id, isPoll).catch(ignoreNotFound) }),
    plan: planAbsence,
    apply: async () => {
      await originGroups.delete(id).catch(ignoreNotFound);
      return { observed: {} };
    },
    toPartialFailure: (error) => error,
  });
}

/** Creates, adopts or updates a group; tells whether the platform has ignored a part of the change. */
export async function ensureGroup(
  target: Target,
  dependencies: Dependencies,
): Promise<{ id: string; state: OriginGroupState; isIgnored: boolean }> {
  const { group, confirmed, whenAbsent, observesFirst, isRestore } = target;
  const { dialect } = dependencies.connection;
  const { getId, ...calls } = createCalls(target, dependencies);
  let ownState = observesFirst ? undefined : target.toOwnState(undefined);

  const toPartialFailure: Job<Observed, Request>["toPartialFailure"] = (error, { operation }, observed) => {
    const id = getId();
    if (id === undefined) {
      const advice = "Run `pulumi up` again; if the name is taken then, the message says what to do";
      const message = `${error.message}; it is not known whether the group was created. ${advice}`;
      return new OutcomeUnknownError({ message });
    }
    // Only confirmed credentials are stored: the platform may have others now.
    const shown = observed?.actual
      ? toGroup(observed.actual, confirmed ?? {}, dialect)
      : (confirmed ?? withoutCredentials(normalizeGroup({ ...group })));
    const found = observed?.actual ?? { id: Number(id), name: group.name };
    const state = toState(found, shown, { adopted: false, ...ownState, operation });
    const message =
      `${error.message}; it is not known whether the group was changed. It stays in the state, and the next \`pulumi up\` ` +
      "sends everything again";
    return new PartialFailure(id, state, operation?.unconfirmed ? new OutcomeUnknownError({ message }) : error);
  };

  const first: Request = whenAbsent === "create" ? { kind: "create" } : { kind: "update", isRepeated: true };
  const { observed } = await reconcile<Observed, Request>({
    ...createJob(group, dependencies),
    ...calls,
    first: observesFirst ? undefined : first,
    plan: (now, progress) => {
      ownState ??= target.toOwnState(now.actual);
      return planPresence({ ...target, dialect, id: getId() }, now, progress);
    },
    toPartialFailure,
  });
  const found = observed.actual as OriginGroupAnswer;
  const actual = toGroup(found, group, dialect);
  const subject = `origin group ${JSON.stringify(group.name)} (ID ${found.id})`;
  const compared = [withoutCredentials(actual), withoutCredentials(normalizeGroup({ ...group }))] as const;
  const isIgnored = warnOfIgnoredChange(dependencies.context, subject, compared, { hidden: credentials, isRestore });
  return { id: String(found.id), state: toState(found, actual, { adopted: false, ...ownState }), isIgnored };
}

/** How the group is observed and changed. */
function createCalls({ id: given, group, whenAbsent }: Target, { connection }: Dependencies) {
  const { originGroups, dialect } = connection;
  let id = given;
  let isNameRefused = false;

  const observe: Job<Observed, Request>["observe"] = async (_, { isPoll }) => {
    const named = id === undefined || isNameRefused ? await originGroups.findByName(group.name, isPoll) : undefined;
    const actual = id === undefined ? named : await originGroups.get(id, isPoll).catch(ignoreNotFound);
    return { actual, holder: named && String(named.id) !== id ? named : undefined };
  };
  const apply: Job<Observed, Request>["apply"] = async (request) => {
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
  return { getId: () => id, observe, apply };
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
    isTransient: (error: unknown) => error instanceof ConflictError || isNameTaken(error),
    explain: (error: Error) =>
      error instanceof ValidationError
        ? adviseOnRefusedWords(error.translatePaths((location) => toPropertyPath(location, group), listFields))
        : error,
  };
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
