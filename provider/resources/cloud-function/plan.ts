import { isDeepStrictEqual } from "node:util";
import type { FunctionAnswer, FunctionRef } from "../../api/calls/functions";
import {
  ApiError,
  ConflictError,
  NotFoundError,
  TaskFailedError,
  TaskStateError,
  TimeoutError,
} from "../../api/failures/errors";
import {
  failureText,
  hasEnded,
  isRunning,
  taskText,
  unknownTaskSeconds,
  type TaskStatus,
} from "../../api/calls/task-poller";
import { nameTakenAdvice } from "../../core/claims";
import type { GracePeriod, Progress, Step } from "../../core/reconcile";
import { pick } from "../../values/json";
import { declaredIn } from "./normalize";
import { readFunction, withoutSecrets } from "../../model/cloud-function";
import { breakageOf, differences, fullPatch, patchTo, transitionOf } from "./delta";
import type { CloudFunctionInputs, Declared } from "./schema";
import { onPlatform, runtimeProblem } from "./wire";

/** A change of a function, with the body of the request. */
export type Request = { kind: "create" } | { kind: "update"; body: object } | { kind: "delete" };

/** What an observation shows. */
export interface Observed {
  /** The tasks of the operation in progress. */
  tasks: TaskStatus[];
  /** Undefined if there is none, or it was not observed. */
  actual?: FunctionAnswer;
  /** Whether the function was not observed, because its running tasks are enough. */
  isNotObserved?: boolean;
  /** Why the function could not be observed while a task runs, or after one has failed. */
  observeError?: Error;
  /** What the build said last. */
  buildMessage?: string;
}

/** Whose the function is, if it is there. */
export interface Ownership {
  ref: FunctionRef;
  /** Whether it is the resource's own by its state, or by being adopted. */
  isOwn: boolean;
  /** Everything that was sent to create it, or may have been, now or before. */
  sent: readonly CloudFunctionInputs[];
  timeoutSeconds: number;
}

/** What is declared. */
export interface Desired extends Ownership {
  inputs: CloudFunctionInputs;
  /** What was declared before: fields that were removed from the program have to be emptied. */
  before: Declared;
  /** Whether the fate of the last change is unknown, so that everything is to be sent again. */
  resends: boolean;
  /** What it means that there is none: it is to be made, or an error. */
  whenAbsent: "create" | Error;
  /** Whether a function that was there before is taken over. */
  adopts: boolean;
  /** Where tasks are asked for. */
  taskPath: string;
}

/** What was sent is there, and cannot be called: its build has failed. The next operation builds it again. */
export class BrokenFunctionError extends ApiError {}

type Past = Progress<Observed, Request>;
type Next = Step<Request>;

/** How long the platform may take to show a function that it says is there. */
export const appearanceSeconds = 60;

/** How long a destroy waits for the tasks of an earlier change before it lets the platform decide. */
export const earlierTasksSeconds = 60;

const done: Next = { do: "done" };

/** What brings a function to what is declared. */
export function planPresence(desired: Desired, observed: Observed, past: Past): Next {
  const open = observed.tasks.filter((task) => !hasEnded(task));
  if (open.length > 0) {
    return whileTasksRun(desired, observed, open, past);
  }
  if (failureText(observed.tasks) !== undefined) {
    return past.accepted ? afterFailure(desired, observed, past) : { do: "dropTasks" };
  }
  const { actual } = observed;
  if (!actual) {
    return whileAbsent(desired, past);
  }
  if (!isOwn(desired, observed, past)) {
    return { do: "fail", error: taken(desired, actual), isFinal: true };
  }
  const problem = desired.adopts ? runtimeProblem(actual, desired.inputs) : undefined;
  if (problem) {
    return { do: "fail", error: new ConflictError({ message: `runtime: ${problem}` }), isFinal: true };
  }
  const transition = transitionOf(actual);
  const breakage = transition === undefined ? breakageOf(readFunction(actual)) : undefined;
  const body = bodyFor(desired, actual, past, breakage !== undefined);
  if (body && !mayBeTheLostOne(transition, past)) {
    return { do: "send", request: { kind: "update", body }, busy: transition !== undefined };
  }
  const isFinished = past.accepted !== undefined && observed.tasks.length > 0;
  if (!isFinished && transition !== undefined) {
    return { do: "wait", shown: `is ${transition}` };
  }
  return breakage === undefined ? done : { do: "fail", error: broken(breakage, observed) };
}

/** What removes a function, and only one that is the resource's own. */
export function planAbsence(unwanted: Ownership, observed: Observed, past: Past): Next {
  const { actual, tasks, observeError } = observed;
  const open = tasks.filter((task) => !hasEnded(task));
  if (open.length > 0) {
    return waitForTasks(open, observed, boundOnDelete(unwanted, observed, open, past));
  }
  const hasFailed = failureText(tasks) !== undefined;
  if (hasFailed && past.accepted && (actual || observeError)) {
    return { do: "fail", error: failed(observed) };
  }
  if (observeError) {
    return { do: "fail", error: observeError };
  }
  const isUnproven = !isOwn(unwanted, observed, past);
  const seconds = Math.min(appearanceSeconds, unwanted.timeoutSeconds);
  if (!actual) {
    const mayCome = isUnproven && !past.accepted && !hasFailed && past.operation !== undefined;
    return mayCome
      ? { do: "wait", shown: "is not visible", gracePeriod: gracePeriodFor("coming", seconds, done) }
      : done;
  }
  if (isUnproven) {
    return done;
  }
  const transition = transitionOf(actual);
  return past.accepted || mayBeTheLostOne(transition, past)
    ? { do: "wait", shown: "is still there" }
    : { do: "send", request: { kind: "delete" }, busy: transition !== undefined };
}

/** Whether what the platform is doing may be the change whose answer was lost: sent again, it would be made twice. */
function mayBeTheLostOne(transition: string | undefined, { lostAnswers }: Past): boolean {
  return transition !== undefined && lostAnswers > 0;
}

/**
 * Whether a function that is there is the resource's own. An answer to its creation in this run proves it, and so do
 * tasks that have finished; after a lost answer or a failure, its content has to be what was sent. Nothing but an own
 * function is ever changed.
 */
export function isOwn({ isOwn, sent }: Ownership, { actual, tasks }: Observed, { operation, accepted }: Past): boolean {
  if (isOwn || !operation || operation.kind !== "create") {
    return isOwn || operation !== undefined;
  }
  const isAnswered = accepted?.kind === "create" && failureText(tasks) === undefined;
  const isProven = isAnswered || (tasks.length > 0 && tasks.every(({ state }) => state === "FINISHED"));
  return isProven || (actual !== undefined && sent.some((inputs) => differences(actual, inputs).length === 0));
}

function whileTasksRun(desired: Desired, observed: Observed, open: readonly TaskStatus[], past: Past): Next {
  if (open.some(isRunning)) {
    return waitForTasks(open, observed);
  }
  if (open.every(({ state }) => state === undefined)) {
    const isNeverKnown = past.accepted !== undefined && open.some(({ wasKnown }) => !wasKnown);
    const then: Next = isNeverKnown ? { do: "fail", error: neverKnown(desired, open, observed) } : { do: "dropTasks" };
    // With a shorter limit, a forgotten task must not block the function for ever.
    const seconds = Math.min(unknownTaskSeconds, desired.timeoutSeconds);
    return waitForTasks(open, observed, gracePeriodFor("unknown tasks", seconds, then));
  }
  // A word that the contract does not know: a function that is there, with nothing going on, says that it is over.
  const isAtRest = observed.actual !== undefined && transitionOf(observed.actual) === undefined;
  return waitForTasks(
    open,
    observed,
    isAtRest ? gracePeriodFor("unknown word", unknownTaskSeconds, { do: "dropTasks" }) : undefined,
  );
}

function waitForTasks(open: readonly TaskStatus[], { actual }: Observed, bound?: GracePeriod<Request>): Next {
  const words = open.map(({ id, state }) => `task ${id.slice(0, 4)} ${state ?? "not known yet"}`).join(", ");
  const shown = [actual?.status, words].filter(Boolean).join(" ");
  return { do: "wait", why: open.map(taskText).join(", "), shown, gracePeriod: bound };
}

/** A delete never only waits: for tasks of an earlier change a while, and of its own until the function is gone. */
function boundOnDelete(
  { timeoutSeconds }: Ownership,
  { actual, observeError, isNotObserved }: Observed,
  open: readonly TaskStatus[],
  { accepted }: Past,
): GracePeriod<Request> | undefined {
  if (!accepted) {
    return gracePeriodFor("earlier tasks", Math.min(earlierTasksSeconds, timeoutSeconds), { do: "dropTasks" });
  }
  const isUnknown = open.every(({ state }) => state === undefined);
  const isGone = !actual && !observeError && !isNotObserved;
  return isUnknown || isGone
    ? gracePeriodFor(isUnknown ? "unknown tasks" : "gone", unknownTaskSeconds, { do: "dropTasks" })
    : undefined;
}

/** After a task of this run has failed. */
function afterFailure(desired: Desired, observed: Observed, past: Past): Next {
  const error = failed(observed);
  const { actual } = observed;
  if (observed.observeError) {
    return { do: "fail", error };
  }
  if (past.accepted?.kind === "create" && !actual) {
    // Nothing should be left. What became of a request before this one, whose answer was lost, is still open.
    return { do: "fail", error, isFinal: past.lostAnswers === 0 };
  }
  if (past.accepted?.kind === "create" && actual) {
    return isOwn(desired, observed, past)
      ? { do: "fail", error: leftBehind(error) }
      : { do: "fail", error: besides(error, taken(desired, actual)), isFinal: true };
  }
  // The function should be as it was. If the platform has kept anything of the change, so does the state.
  const fields = { ...desired.before, ...declaredIn(desired.inputs) };
  const [now, earlier] = [actual, past.initial?.actual].map((answer) => answer && onPlatform(answer, fields, {}));
  return { do: "fail", error, isFinal: desired.isOwn && isDeepStrictEqual(now, earlier) };
}

function whileAbsent({ whenAbsent, ref }: Desired, { accepted }: Past): Next {
  if (whenAbsent !== "create") {
    return { do: "fail", error: whenAbsent, isFinal: true };
  }
  switch (accepted?.kind) {
    case undefined:
      return { do: "send", request: { kind: "create" } };
    case "create": {
      const error = new TimeoutError({
        message: `function ${ref.name} is not visible yet; timed out after ${appearanceSeconds} seconds`,
      });
      return {
        do: "wait",
        shown: "is not visible yet",
        gracePeriod: gracePeriodFor("appearance", appearanceSeconds, { do: "fail", error }),
      };
    }
    default:
      return { do: "fail", error: disappeared(), isFinal: true };
  }
}

/**
 * What is to be sent, if anything is. A function that is broken is built again as a whole, unless that is what came of a
 * change of this run.
 */
function bodyFor(
  { inputs, before, resends }: Desired,
  found: FunctionAnswer,
  { accepted, lostAnswers }: Past,
  isBroken: boolean,
): object | undefined {
  const desired = declaredIn(inputs);
  if (accepted === undefined) {
    const patch = patchTo(found, desired, before);
    const isBuiltAgain = isBroken && (patch !== undefined || lostAnswers === 0);
    return resends || isBuiltAgain ? fullPatch(found, desired, before) : patch;
  }
  // The one field that can only be set on an existing function.
  const disabled = pick(desired, (key) => key === "disabled");
  return accepted.kind === "create" && !isBroken ? patchTo(found, disabled, { disabled: false }) : undefined;
}

function gracePeriodFor(reason: string, seconds: number, then: Next): GracePeriod<Request> {
  return { reason, seconds, then };
}

function failed(observed: Observed): TaskFailedError {
  return new TaskFailedError({ message: withBuildMessage(failureText(observed.tasks) ?? "", observed) });
}

function broken(breakage: string, observed: Observed): BrokenFunctionError {
  const reason = withBuildMessage(`it cannot be called, as ${breakage}`, observed);
  return new BrokenFunctionError({
    message: `${reason}. The function stays in the state, and the next \`pulumi up\` builds it again`,
  });
}

/** A build may print variables, also those that only the platform knows. */
function withBuildMessage(reason: string, { actual, buildMessage: earlier }: Observed): string {
  const build = actual?.build_message || earlier || "";
  const repeats = build === "" || reason.includes(build);
  return repeats ? reason : `${reason.replace(/\.$/, "")}. Build: ${withoutSecrets(build, actual ?? {})}`;
}

function leftBehind({ message }: Error): Error {
  return new TaskFailedError({
    message: `${message}. The function exists on the platform nevertheless and stays in the state`,
  });
}

function besides({ message }: Error, other: Error): Error {
  return new ConflictError({ message: `${message}. Besides, ${other.message}` });
}

function disappeared(): Error {
  return new NotFoundError({ message: "the function disappeared while it was being built; run `pulumi up` again" });
}

/** The error of a creation whose name another function has. */
export function taken({ ref, sent }: Pick<Desired, "ref" | "sent">, found: FunctionAnswer, isPreview = false): Error {
  const fields = [...new Set(sent.slice(0, 1).flatMap((inputs) => differences(found, inputs)))];
  const differs = fields.length > 0 ? `differs in: ${fields.join(", ")}` : "with the same content";
  return new ConflictError({
    message:
      `name: the namespace "${ref.namespace}" already has a function "${ref.name}" (${differs}). ` +
      nameTakenAdvice("function", "adopt: true", isPreview),
  });
}

function neverKnown({ taskPath }: Desired, open: readonly TaskStatus[], { actual }: Observed): Error {
  const status = actual?.status ? `the function itself is ${actual.status}` : "the function itself is not visible";
  return new TaskStateError({
    message:
      `the platform started ${open.map(({ id }) => `task ${id}`).join(", ")}, but does not find it at ${taskPath}; ` +
      `${status}. If the platform serves its tasks at another path, set edgecloud:taskPath`,
  });
}
