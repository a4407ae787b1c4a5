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
import { resolveLimit, type Job, type Progress, type Step } from "../../core/job";
import { reconcile } from "../../core/reconcile";
import { normalizeGroup, type GroupInputs, type OriginGroupState } from "./schema";
import {
  adviseOnRefusedWords,
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

/** What was observed of a group; without `actual`, the platform has no such group. */
export interface Observed {
  actual?: OriginGroupAnswer;
}

/** The group that an operation works on. */
export interface Target {
  group: GroupInputs;
  /** Undefined for a group that is to be created, and is known by its name. */
  id?: string;
  /** What to do if there is no group: create it, or fail with this error. */
  whenAbsent: "create" | Error;
  /** The group as the platform confirmed it last, with its credentials. */
  confirmed?: GroupInputs;
  /** What only the resource knows about the group. */
  ownState: OwnState;
}

/** What a plan needs to know of the group. */
export type Desired = Pick<Target, "group" | "whenAbsent"> & { dialect: Dialect };

/** The next step towards the declared group. */
export function planPresence(
  desired: Desired,
  { actual }: Observed,
  { accepted, lostAnswers }: Progress<Observed, Request>,
): Step<Request> {
  const { whenAbsent } = desired;
  if (accepted) {
    return { do: "done" };
  }
  if (whenAbsent !== "create") {
    return actual
      ? { do: "send", request: { kind: "update", isRepeated: true } }
      : { do: "fail", error: whenAbsent, isFinal: true };
  }
  if (!actual) {
    return { do: "send", request: { kind: "create" } };
  }
  return lostAnswers > 0 && matchesSent(desired, actual)
    ? { do: "done" }
    : { do: "fail", error: explainNameTaken(desired, actual), isFinal: true };
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

/** The error of a creation whose name another group has. */
export function explainNameTaken(
  desired: Pick<Desired, "group" | "dialect">,
  { id, ...holder }: OriginGroupAnswer,
  isPreview = false,
): Error {
  const isSame = matchesSent(desired, { id, ...holder });
  const subject = `origin group ${JSON.stringify(holder.name)} (ID ${id})${isSame ? " with the same content" : ""}`;
  const advice = adviseOnTakenName({ noun: "group", adopting: `originGroupId: ${id}`, isSame, isPreview });
  return new ConflictError({ message: `name: the account already has an ${subject}. ${advice}` });
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
    observe: async () => ({ actual: await originGroups.get(id).catch(ignoreNotFound) }),
    plan: planAbsence,
    apply: async () => {
      await originGroups.delete(id).catch(ignoreNotFound);
      return { observed: {} };
    },
    toPartialFailure: (error) => error,
  });
}

/** Creates, adopts or updates a group. */
export async function ensureGroup(
  target: Target,
  dependencies: Dependencies,
): Promise<{ id: string; state: OriginGroupState }> {
  const { id, group, confirmed, whenAbsent, ownState } = target;
  const { originGroups, dialect } = dependencies.connection;

  const toPartialFailure: Job<Observed, Request>["toPartialFailure"] = (error, { operation }, observed) => {
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
    const state = toState(found, shown, { ...ownState, operation });
    const message =
      `${error.message}; it is not known whether the group was changed. It stays in the state, and the next \`pulumi up\` ` +
      "sends everything again";
    return new PartialFailure(id, state, operation?.unconfirmed ? new OutcomeUnknownError({ message }) : error);
  };

  const { observed } = await reconcile<Observed, Request>({
    ...createJob(group, dependencies),
    toPartialFailure,
    first: whenAbsent === "create" ? { kind: "create" } : { kind: "update", isRepeated: true },
    observe: async () => ({
      actual: await (id === undefined
        ? originGroups.findByName(group.name)
        : originGroups.get(id).catch(ignoreNotFound)),
    }),
    plan: (now, progress) => planPresence({ group, whenAbsent, dialect }, now, progress),
    apply: async ({ kind }) => {
      const body = toRequestBody(group, dialect);
      const call = kind === "create" ? originGroups.create(body) : originGroups.replace(String(id), body);
      return { observed: { actual: await call } };
    },
    explain: (error) => {
      if (error instanceof NotFoundError && whenAbsent !== "create") {
        return whenAbsent;
      }
      if (!(error instanceof ValidationError)) {
        return error;
      }
      const explained = adviseOnRefusedWords(error.translatePaths((location) => toPropertyPath(location, group)));
      return isNameTaken(error) && whenAbsent !== "create" ? explained.withHint(renameAdvice) : explained;
    },
  });
  const found = observed.actual as OriginGroupAnswer;
  const state = toState(found, toGroup(found, group, dialect), ownState);
  return { id: String(found.id), state };
}

const renameAdvice =
  "Choose another name. If another resource of the program gives this name up in the same change, first run `pulumi up` " +
  "with names that are free in both resources, then with these";

function createJob({ name = "" }: Partial<GroupInputs>, { context, clock }: Dependencies) {
  // Groups change at once: only refusals and lost answers cause a wait.
  const { timeoutSeconds, operationSeconds } = resolveLimit(context, Infinity);
  return {
    noun: "origin group",
    name,
    timeoutSeconds,
    operationSeconds,
    waits: context.waits,
    clock,
    // Another resource may be about to give the name up.
    isTransient: (error: unknown) => error instanceof ConflictError || isNameTaken(error),
  };
}

/** Whether a group is refused because of its name. */
function isNameTaken(error: unknown): boolean {
  return error instanceof ValidationError && error.hasMessageAbout("name", /unique/i);
}
