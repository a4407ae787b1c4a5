import { isDeepStrictEqual } from "node:util";
import type { FunctionAnswer } from "../../api/calls/functions";
import { ConflictError, TimeoutError } from "../../api/failures/errors";
import { describeFailures, isRunning, unknownTaskSeconds, type TaskStatus } from "../../api/calls/task-poller";
import { readFunction } from "../../model/cloud-function";
import { pick } from "../../values/json";
import { describeBreakage, buildFullPatch, buildPatch, findTransition } from "./delta";
import { pickDeclared } from "./normalize";
import {
  explainBrokenFunction,
  explainDisappearance,
  explainFailedTasks,
  explainFailureAndNameTaken,
  explainLeftover,
  explainNameTaken,
  explainUnknownTasks,
} from "./plan-failures";
import { isOwn, type Ownership } from "./plan-ownership";
import {
  appearanceSeconds,
  done,
  findOpenTasks,
  mayBeLostChange,
  waitForTasks,
  type FunctionProgress,
  type NextStep,
  type Observed,
} from "./plan-steps";
import type { CloudFunctionInputs, Declared } from "./schema";
import { readDeclared, findRuntimeProblem } from "./wire";

/** The function that the program declares. */
export interface Desired extends Ownership {
  inputs: CloudFunctionInputs;
  /** The fields that were declared before: those that the program no longer has are reset. */
  before: Declared;
  /** Whether the outcome of the last change is unknown, so that every field is sent again. */
  resends: boolean;
  /** What to do if there is no function: create it, or fail with this error. */
  whenAbsent: "create" | Error;
  /** Whether an existing function is adopted. */
  adopts: boolean;
  /** The path of the task API, for error messages. */
  taskPath: string;
}

/** The next step towards a function that should exist. */
export function planPresence(desired: Desired, observed: Observed, progress: FunctionProgress): NextStep {
  const { actual } = observed;
  const openTasks = findOpenTasks(observed);
  if (openTasks.length > 0) {
    return planWhileTasksAreOpen(desired, observed, openTasks, progress);
  }
  if (describeFailures(observed.tasks) !== undefined) {
    // After tasks of an earlier run, the function itself decides.
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

/** Tasks have not ended: the platform runs them, does not know them, or has a state that the contract does not have. */
function planWhileTasksAreOpen(
  desired: Desired,
  observed: Observed,
  openTasks: readonly TaskStatus[],
  { accepted }: FunctionProgress,
): NextStep {
  const { actual } = observed;
  if (openTasks.some(isRunning)) {
    return waitForTasks(openTasks, observed);
  }
  if (openTasks.every(({ state }) => state === undefined)) {
    const wasNeverKnown = accepted !== undefined && openTasks.some(({ wasKnown }) => !wasKnown);
    const then: NextStep = wasNeverKnown
      ? { do: "fail", error: explainUnknownTasks(desired.taskPath, openTasks, observed) }
      : { do: "dropTasks" };
    // Capped by the limit: otherwise runs with a shorter one would always time out first, and a task that the platform
    // has forgotten would block the function forever.
    const seconds = Math.min(unknownTaskSeconds, desired.timeoutSeconds);
    return waitForTasks(openTasks, observed, { reason: "unknown tasks", seconds, then });
  }
  // No state of the contract: if the function is idle, the tasks count as ended.
  const isIdle = actual !== undefined && findTransition(actual) === undefined;
  return isIdle
    ? waitForTasks(openTasks, observed, {
        reason: "unknown word",
        seconds: unknownTaskSeconds,
        then: { do: "dropTasks" },
      })
    : waitForTasks(openTasks, observed);
}

/** A task that this run has started has failed. */
function planAfterFailedTask(desired: Desired, observed: Observed, progress: FunctionProgress): NextStep {
  const { actual, observeError } = observed;
  const error = explainFailedTasks(observed);
  if (observeError) {
    return { do: "fail", error };
  }
  if (progress.accepted?.kind !== "create") {
    // If the platform has kept anything of the change, so does the state.
    return { do: "fail", error, isFinal: desired.isProven && isUnchanged(desired, observed, progress) };
  }
  if (!actual) {
    // An earlier request whose answer was lost may still create the function.
    return { do: "fail", error, isFinal: progress.lostAnswers === 0 };
  }
  if (!isOwn(desired, observed, progress)) {
    const nameTaken = explainNameTaken(desired, actual);
    return { do: "fail", error: explainFailureAndNameTaken(error, nameTaken), isFinal: true };
  }
  return { do: "fail", error: explainLeftover(error) };
}

/** There is no function. */
function planCreation({ whenAbsent, ref }: Desired, { accepted }: FunctionProgress): NextStep {
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
      const then: NextStep = { do: "fail", error };
      return {
        do: "wait",
        shown: "is not visible yet",
        gracePeriod: { reason: "appearance", seconds: appearanceSeconds, then },
      };
    }
    default:
      return { do: "fail", error: explainDisappearance(), isFinal: true };
  }
}

/** The function exists and is the resource's own. */
function planUpdate(
  desired: Desired,
  observed: Observed,
  actual: FunctionAnswer,
  progress: FunctionProgress,
): NextStep {
  const problem = desired.adopts ? findRuntimeProblem(actual, desired.inputs) : undefined;
  if (problem) {
    return { do: "fail", error: new ConflictError({ message: `runtime: ${problem}` }), isFinal: true };
  }
  const transition = findTransition(actual);
  const breakage = transition === undefined ? describeBreakage(readFunction(actual)) : undefined;
  const body = chooseBody(desired, actual, progress, breakage !== undefined);
  if (body && !mayBeLostChange(transition, progress)) {
    return { do: "send", request: { kind: "update", body }, busy: transition !== undefined };
  }
  const haveTasksFinished = progress.accepted !== undefined && observed.tasks.length > 0;
  if (transition !== undefined && !haveTasksFinished) {
    return { do: "wait", shown: `is ${transition}` };
  }
  return breakage === undefined ? done : { do: "fail", error: explainBrokenFunction(breakage, observed) };
}

/**
 * The body of the update to send; undefined if nothing needs to change. A broken function is built again as a whole,
 * unless a change of this run has broken it.
 */
function chooseBody(
  { inputs, before, resends }: Desired,
  actual: FunctionAnswer,
  { accepted, lostAnswers }: FunctionProgress,
  isBroken: boolean,
): object | undefined {
  const desired = pickDeclared(inputs);
  if (accepted === undefined) {
    const patch = buildPatch(actual, desired, before);
    const isBuiltAgain = isBroken && (patch !== undefined || lostAnswers === 0);
    return resends || isBuiltAgain ? buildFullPatch(actual, desired, before) : patch;
  }
  // `disabled` can only be set on an existing function.
  const disabled = pick(desired, (key) => key === "disabled");
  return accepted.kind === "create" && !isBroken ? buildPatch(actual, disabled, { disabled: false }) : undefined;
}

/** Whether the managed fields are as they were before this run sent anything. */
function isUnchanged({ inputs, before }: Desired, { actual }: Observed, { initial }: FunctionProgress): boolean {
  const fields = { ...before, ...pickDeclared(inputs) };
  const [now, earlier] = [actual, initial?.actual].map((answer) => answer && readDeclared(answer, fields, {}));
  return isDeepStrictEqual(now, earlier);
}
