import { describeFailures, hasEnded, isRunning, type TaskStatus } from "../api/calls/tasks";
import { ApiError, ConflictError, NotFoundError, TaskFailedError, UnknownTaskError } from "../api/failures/errors";
import { adviseOnTakenName } from "../core/claims";
import type { GracePeriod, Progress, Step } from "../core/job";
import { pick } from "../values/json";
import type { Answer, Declared, Inputs, Ref, TaskKind } from "./kind";

/** How long a task may be unknown to the platform; a new one is not visible at once. */
const unknownTaskSeconds = 30;

/** A change of an object, with the body of the request. */
export type Request = { kind: "create" } | { kind: "update"; body: object } | { kind: "delete" };

/** What was observed of an object. */
export interface Observed {
  /** The tasks of the operation in progress. */
  tasks: TaskStatus[];
  /** Undefined if the platform has no such object, or if it was not observed. */
  actual?: Answer;
  /** Whether only the tasks were observed, because they are still running. */
  isNotObserved?: boolean;
  /** Why the object could not be observed after a task has failed. */
  observeError?: Error;
}

type TaskProgress = Progress<Observed, Request>;

type NextStep = Step<Request>;

/** How to tell the resource's own object from another one of the same name. */
export interface Ownership {
  kind: TaskKind;
  ref: Ref;
  /** Whether the object is the resource's own according to the state, or because the program adopts it. */
  isProven: boolean;
  /** All inputs with which the object was created, or may have been, now or before. */
  sent: readonly Inputs[];
}

/** The object exists, but its build has failed, so that it cannot be used. The next operation builds it again. */
export class BrokenObjectError extends ApiError {}

const done: NextStep = { do: "done" };

/** How long the platform may take to show an object that it says exists. */
const appearanceSeconds = 60;

/** How long a destroy waits for the tasks of an earlier change before it sends the delete anyway. */
const earlierTasksSeconds = 60;

/** The object that the program declares. */
export interface Desired extends Ownership {
  inputs: Inputs;
  /** The fields that were declared before: those that the program no longer has are reset. */
  before: Declared;
  /** Whether the outcome of the last change is unknown, so that every field is sent again. */
  resends: boolean;
  /** What to do if there is no object: create it, or fail with this error. */
  whenAbsent: "create" | Error;
  /** Whether an existing object is adopted. */
  adopts: boolean;
  /** The path of the task API, for error messages. */
  taskPath: string;
}

/** The next step towards an object that should exist. */
export function planPresence(desired: Desired, observed: Observed, progress: TaskProgress): NextStep {
  const { actual } = observed;
  const openTasks = observed.tasks.filter((task) => !hasEnded(task));
  if (openTasks.length > 0) {
    return planWhileTasksAreOpen(desired, observed, openTasks, progress);
  }
  if (describeFailures(observed.tasks) !== undefined) {
    // If an earlier run started them, the object itself decides.
    return progress.accepted ? planAfterFailedTask(desired, observed, progress) : { do: "dropTasks" };
  }
  if (!actual) {
    return planCreation(desired, progress);
  }
  if (!isOwn(desired, observed, progress)) {
    return { do: "fail", error: explainNameTaken(desired, actual), isFinal: true };
  }
  return planUpdate(desired, observed, actual, progress);
}

/** Tasks are running, unknown to the platform, or in a state that the contract lacks. */
function planWhileTasksAreOpen(
  desired: Desired,
  observed: Observed,
  openTasks: readonly TaskStatus[],
  { accepted }: TaskProgress,
): NextStep {
  const { kind, taskPath } = desired;
  const areUnknown = openTasks.every(({ state }) => state === undefined);
  // In a state that the contract lacks, tasks count as ended if the object is idle.
  const isIdle = observed.actual !== undefined && kind.findTransition(observed.actual) === undefined;
  if (openTasks.some(isRunning) || !(areUnknown || isIdle)) {
    return waitForTasks(openTasks);
  }
  const wasNeverKnown = areUnknown && accepted !== undefined && openTasks.some(({ wasKnown }) => !wasKnown);
  const message =
    `the platform started ${openTasks.map(({ id }) => `task ${id}`).join(", ")}, but does not find it at ${taskPath}. If ` +
    "the platform serves its tasks at another path, set edgecloud:taskPath";
  const then: NextStep = wasNeverKnown ? { do: "fail", error: new UnknownTaskError({ message }) } : { do: "dropTasks" };
  return waitForTasks(openTasks, { reason: "unknown tasks", seconds: unknownTaskSeconds, then });
}

/** A task that this run has started has failed. The state keeps what the platform may have kept of the change. */
function planAfterFailedTask(desired: Desired, observed: Observed, progress: TaskProgress): NextStep {
  const { actual, observeError } = observed;
  const isCreation = progress.accepted?.kind === "create" && !observeError;
  // An earlier request whose answer was lost may still create the object.
  const isFinal = isCreation && (actual ? !isOwn(desired, observed, progress) : progress.lostAnswers === 0);
  return { do: "fail", error: explainFailedTasks(desired.kind, observed), isFinal };
}

/** There is no object. */
function planCreation({ kind, whenAbsent }: Desired, { accepted }: TaskProgress): NextStep {
  if (whenAbsent !== "create") {
    return { do: "fail", error: whenAbsent, isFinal: true };
  }
  if (!accepted) {
    return { do: "send", request: { kind: "create" } };
  }
  if (accepted.kind !== "create") {
    const message = `the ${kind.noun} disappeared while it was being changed; run \`pulumi up\` again`;
    return { do: "fail", error: new NotFoundError({ message }), isFinal: true };
  }
  return { do: "wait", shown: "is not visible yet", gracePeriod: { reason: "appearance", seconds: appearanceSeconds } };
}

/** The object exists and is the resource's own. */
function planUpdate(desired: Desired, observed: Observed, actual: Answer, progress: TaskProgress): NextStep {
  const { kind } = desired;
  const problem = desired.adopts ? kind.findAdoptionProblem(actual, desired.inputs) : undefined;
  if (problem) {
    const message = `${problem.property}: ${problem.reason}`;
    return { do: "fail", error: new ConflictError({ message }), isFinal: true };
  }
  const transition = kind.findTransition(actual);
  const breakage = transition === undefined ? kind.describeBreakage?.(kind.read(actual)) : undefined;
  const body = chooseBody(desired, actual, progress, breakage !== undefined);
  // The platform may be carrying out a change whose answer was lost: it must not be sent again.
  const mayBeUnderWay = transition !== undefined && progress.lostAnswers > 0;
  if (body && !mayBeUnderWay) {
    return { do: "send", request: { kind: "update", body }, busy: transition !== undefined };
  }
  const haveTasksFinished = progress.accepted !== undefined && observed.tasks.length > 0;
  if (transition !== undefined && !haveTasksFinished) {
    return { do: "wait", shown: `is ${transition}` };
  }
  if (breakage === undefined) {
    return done;
  }
  const reason = withBuildMessage(kind, `it cannot be called, as ${breakage}`, observed);
  const outlook = `The ${kind.noun} stays in the state, and the next \`pulumi up\` builds it again`;
  return { do: "fail", error: new BrokenObjectError({ message: `${reason}. ${outlook}` }) };
}

/**
 * The body of the update to send; undefined if nothing needs to change. A broken object is built again as a whole,
 * unless a change of this run has broken it.
 */
function chooseBody(
  { kind, inputs, before, resends }: Desired,
  actual: Answer,
  { accepted, lostAnswers }: TaskProgress,
  isBroken: boolean,
): object | undefined {
  const desired = kind.pickDeclared(inputs);
  if (accepted === undefined) {
    const patch = kind.buildPatch(actual, desired, before);
    const isBuiltAgain = isBroken && (patch !== undefined || lostAnswers === 0);
    return resends || isBuiltAgain ? kind.buildPatch(actual, desired, before, true) : patch;
  }
  // The fields that can only be set on an existing object.
  const late = pick(desired, (key) => key in kind.unsent);
  return accepted.kind === "create" && !isBroken ? kind.buildPatch(actual, late, kind.unsent) : undefined;
}

/** The next step towards an object that should not exist, if it is the resource's own. */
export function planAbsence(ownership: Ownership, observed: Observed, progress: TaskProgress): NextStep {
  const { actual, tasks, observeError } = observed;
  const { accepted } = progress;
  const openTasks = tasks.filter((task) => !hasEnded(task));
  if (openTasks.length > 0) {
    return waitForTasks(openTasks, limitWait(observed, openTasks, progress));
  }
  const hasFailed = describeFailures(tasks) !== undefined;
  if (hasFailed && accepted && (actual || observeError)) {
    return { do: "fail", error: explainFailedTasks(ownership.kind, observed) };
  }
  if (observeError) {
    return { do: "fail", error: observeError };
  }
  const isUnproven = !isOwn(ownership, observed, progress);
  if (!actual) {
    // A creation that has not finished may still make the object.
    const mayAppear = isUnproven && !accepted && !hasFailed && progress.operation !== undefined;
    const gracePeriod = { reason: "coming", seconds: appearanceSeconds, then: done };
    return mayAppear ? { do: "wait", shown: "is not visible", gracePeriod } : done;
  }
  if (isUnproven) {
    return done;
  }
  const transition = ownership.kind.findTransition(actual);
  // The answer to the delete may have been lost.
  if (accepted || (transition !== undefined && progress.lostAnswers > 0)) {
    return { do: "wait", shown: "is still there" };
  }
  return { do: "send", request: { kind: "delete" }, busy: transition !== undefined };
}

/** Bounds the wait for tasks of an earlier change, and for tasks of the delete that are unknown or have done their work. */
function limitWait(
  { actual, observeError, isNotObserved }: Observed,
  openTasks: readonly TaskStatus[],
  { accepted }: TaskProgress,
): GracePeriod<Request> | undefined {
  const areUnknown = openTasks.every(({ state }) => state === undefined);
  const isGone = !actual && !observeError && !isNotObserved;
  const seconds = accepted ? unknownTaskSeconds : earlierTasksSeconds;
  const isBounded = !accepted || areUnknown || isGone;
  return isBounded ? { reason: accepted ? "delete" : "earlier tasks", seconds, then: { do: "dropTasks" } } : undefined;
}

/** Waits for tasks; within a grace period, if they may never end. */
function waitForTasks(openTasks: readonly TaskStatus[], gracePeriod?: GracePeriod<Request>): NextStep {
  const shown = openTasks.map(({ id, state }) => `task ${id.slice(0, 4)} ${state ?? "not known yet"}`).join(", ");
  return { do: "wait", why: openTasks.map(describeTask).join(", "), shown, gracePeriod };
}

/** Whether the object is the resource's own. No other one is ever changed or deleted. */
export function isOwn(
  { kind, isProven, sent }: Ownership,
  { actual, tasks }: Observed,
  { operation, accepted }: TaskProgress,
): boolean {
  // A change or delete is only ever sent to an own object.
  if (isProven || (operation !== undefined && operation.kind !== "create")) {
    return true;
  }
  // Nothing was sent: equal content alone proves nothing.
  if (!operation) {
    return false;
  }
  const hasFinished = tasks.length > 0 && tasks.every(({ state }) => state === "FINISHED");
  const isMade = hasFinished || (accepted?.kind === "create" && describeFailures(tasks) === undefined);
  // After a lost answer or a failed task, the content decides.
  return isMade || (actual !== undefined && sent.some((inputs) => kind.findDifferences(actual, inputs).length === 0));
}

/** The error of a creation whose name another object has. */
export function explainNameTaken(
  { kind, ref, sent }: Pick<Ownership, "kind" | "ref" | "sent">,
  actual: Answer,
  isPreview = false,
): Error {
  const fields = sent[0] ? kind.findDifferences(actual, sent[0]) : [];
  const isSame = fields.length === 0;
  const differs = isSame ? "with the same content" : `differs in: ${fields.join(", ")}`;
  return new ConflictError({
    message:
      `name: ${kind.describePlace(ref)} already has a ${kind.noun} "${ref.name}" (${differs}). ` +
      adviseOnTakenName({ noun: kind.noun, adopting: "adopt: true", isSame, isPreview }),
  });
}

function explainFailedTasks(kind: TaskKind, observed: Observed): TaskFailedError {
  return new TaskFailedError({ message: withBuildMessage(kind, describeFailures(observed.tasks) ?? "", observed) });
}

function withBuildMessage(kind: TaskKind, reason: string, { actual }: Observed): string {
  const buildMessage = (actual && kind.readBuildMessage?.(actual)) ?? "";
  const isSaid = buildMessage === "" || reason.includes(buildMessage);
  return isSaid ? reason : `${reason.replace(/\.$/, "")}. Build: ${buildMessage}`;
}

/** A task as a clause: "task 8 is RUNNING". */
function describeTask({ id, state, wasKnown }: TaskStatus): string {
  const unknown = `not known to the platform${wasKnown ? " any more" : " yet"}`;
  return `task ${id} is ${state ?? unknown}`;
}
