import { describeFailures, hasEnded, isRunning } from "../api/calls/tasks";
import { ApiError, ConflictError, NotFoundError, TaskFailedError, TimeoutError } from "../api/failures/errors";
import { adviseOnTakenName, createClaim } from "../core/claims";
import { PartialFailure, type Dependencies } from "../core/handler";
import { resolveLimit, type Limit, type UnfinishedOperation } from "../core/job";
import { createAbsenceError, toConflict } from "../core/notices";
import { reconcile } from "../core/reconcile";
import { isJsonObject, pick, type JsonObject } from "../values/json";
import { appearanceSeconds, createJob, explainFailedTasks, isOwn, unknownTaskSeconds, waitForTasks } from "./apply";
import type { NextStep, Observed, Target, TaskProgress } from "./apply";
import type { Answer, Inputs, State } from "./kind";

export interface Desired extends Target {
  /** The state to reach, without what only the platform knows. */
  goal: State;
  state?: State;
  adopts: boolean;
  taskPath: string;
}

class BrokenObjectError extends ApiError {}

/** The platform does not find a task that it has started, so only the object can show what the task has done. */
class UnknownTaskError extends ApiError {}

export function planPresence(desired: Desired, observed: Observed, progress: TaskProgress): NextStep {
  const { kind, whenAbsent } = desired;
  const { actual, observeError } = observed;
  const { accepted } = progress;
  if (!observed.tasks.every(hasEnded)) {
    return planWhileTasksAreOpen(desired, observed, progress);
  }
  if (describeFailures(observed.tasks) !== undefined) {
    if (!accepted) {
      // An earlier run started these tasks, and the program may have changed: only the object shows what is left to do.
      return { do: "dropTasks" };
    }
    // Without its object, nothing is left to resume, unless a creation whose answer was lost may still make one.
    const isMissing = actual ? !isOwn(desired, observed, progress) : progress.lostAnswers === 0;
    const isFinal = accepted.kind === "create" && !observeError && isMissing;
    return { do: "fail", error: explainFailedTasks(kind, observed), isFinal };
  }
  if (actual) {
    return isOwn(desired, observed, progress)
      ? planUpdate(desired, observed, actual, progress)
      : { do: "fail", error: explainNameTaken(desired, actual), isFinal: true };
  }
  if (whenAbsent) {
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

function planWhileTasksAreOpen({ kind, taskPath }: Desired, observed: Observed, { accepted }: TaskProgress): NextStep {
  const { tasks, actual } = observed;
  const openTasks = tasks.filter((task) => !hasEnded(task));
  const areUnknown = openTasks.every(({ state }) => state === undefined);
  // Tasks in a state that the platform is not known to use are dropped after a while if the object is idle.
  const isIdle = actual !== undefined && kind.findTransition(actual) === undefined;
  if (openTasks.some(isRunning) || !(areUnknown || isIdle)) {
    return waitForTasks(openTasks);
  }
  const wasNeverKnown = areUnknown && accepted !== undefined && openTasks.some(({ wasKnown }) => !wasKnown);
  const message =
    `the platform started ${openTasks.map(({ id }) => `task ${id}`).join(", ")}, but does not find it at ${taskPath}. If ` +
    "the platform serves its tasks at another path, set edgecloud:taskPath";
  const unknownTask = wasNeverKnown ? new UnknownTaskError({ message }) : undefined;
  const hasFailed = accepted && describeFailures(tasks) !== undefined;
  const error = hasFailed ? explainFailedTasks(kind, observed) : unknownTask;
  const then: NextStep = error ? { do: "fail", error } : { do: "dropTasks" };
  return waitForTasks(openTasks, { reason: "unknown tasks", seconds: unknownTaskSeconds, then });
}

function planUpdate(desired: Desired, observed: Observed, actual: Answer, progress: TaskProgress): NextStep {
  const { kind } = desired;
  const problem = desired.adopts ? toConflict(kind.findAdoptionProblem(actual, desired.goal)) : undefined;
  if (problem) {
    return { do: "fail", error: problem, isFinal: true };
  }
  const transition = kind.findTransition(actual);
  const breakage = transition === undefined ? kind.describeBreakage(kind.read(actual)) : undefined;
  const body = chooseBody(desired, actual, progress, breakage !== undefined);
  // The platform may be carrying out a change whose answer was lost. Such a change must not be sent again.
  const mayBeUnderWay = transition !== undefined && progress.lostAnswers > 0;
  if (body && !mayBeUnderWay) {
    return { do: "send", request: { kind: "update", body }, busy: transition !== undefined };
  }
  const haveTasksFinished = progress.accepted !== undefined && observed.tasks.length > 0;
  if (transition !== undefined && !haveTasksFinished) {
    return { do: "wait", shown: `is ${transition}` };
  }
  if (breakage === undefined) {
    return { do: "done" };
  }
  const reason = kind.withBuildMessage(`it cannot be used, as ${breakage}`, actual);
  const outlook = `The ${kind.noun} stays in the state, and the next \`pulumi up\` sends it again as a whole`;
  return { do: "fail", error: new BrokenObjectError({ message: `${reason}. ${outlook}` }) };
}

function chooseBody(
  { kind, goal, state }: Desired,
  actual: Answer,
  { accepted, lostAnswers }: TaskProgress,
  isBroken: boolean,
): object | undefined {
  const desired = kind.pickDeclared(goal);
  if (accepted === undefined) {
    const before = kind.pickDeclared(state ?? {});
    const patch = kind.buildPatch(actual, desired, before);
    const isDoubtful = state?.operation?.kind === "update" && state.operation.unconfirmed;
    // A broken object is sent again as a whole, unless a change of this run whose answer was lost may have broken it.
    const isSentAgain = isBroken && (patch !== undefined || lostAnswers === 0);
    return isDoubtful || isSentAgain ? kind.buildPatch(actual, desired, before, true) : patch;
  }
  // A creation does not send the fields in `unsent`, so an update sets them afterwards.
  const late = pick(desired, (key) => key in kind.unsent);
  return accepted.kind === "create" && !isBroken ? kind.buildPatch(actual, late, kind.unsent) : undefined;
}

export function explainNameTaken({ kind, ref, sent }: Pick<Target, "kind" | "ref" | "sent">, actual: Answer): Error {
  // The oldest description is what an interrupted creation has sent, if there was one.
  const fields = sent[0] ? kind.findDifferences(actual, sent[0]) : [];
  const isSame = fields.length === 0;
  const content = isSame ? "with the same content" : `differs in: ${fields.join(", ")}`;
  return new ConflictError({
    message:
      `name: ${kind.describePlace(ref)} already has a ${kind.noun} "${ref.name}" (${content}). ` +
      adviseOnTakenName({ noun: kind.noun, adopting: "adopt: true", isSame }),
  });
}

export async function ensure(
  wanted: Pick<Desired, "kind" | "ref" | "state" | "adopts">,
  { adopt: _adopt, ...inputs }: Inputs,
  dependencies: Dependencies,
): Promise<State> {
  const { kind, ref, state, adopts } = wanted;
  const isCreation = state ? state.operation?.kind === "create" : true;
  const limit = resolveLimit(dependencies.context, inputs.taskTimeoutSeconds, "taskTimeoutSeconds");
  const nothingToAdopt = new NotFoundError({ message: `adopt ${kind.describeNothingToAdopt(ref)}` });
  const absence = isCreation ? undefined : createAbsenceError(`${kind.noun} ${kind.ids.format(ref)}`);
  const goal: State = {
    ...inputs,
    adopted: adopts || (state?.adopted ?? false),
    claim: adopts || isCreation ? createClaim() : state?.claim,
  };
  const desired: Desired = {
    ...wanted,
    goal,
    sent: state ? [state, goal] : [goal],
    isProven: adopts || (state !== undefined && kind.provesOwnership(state)),
    whenAbsent: adopts ? nothingToAdopt : absence,
    taskPath: dependencies.connection.taskPath,
  };
  const { observed } = await reconcile({
    ...createJob(desired, limit, dependencies),
    operation: adopts ? undefined : state?.operation,
    first: state || adopts ? undefined : ({ kind: "create" } as const),
    plan: (now, progress) => planPresence(desired, now, progress),
    toPartialFailure: (error, progress, now) => createPartialFailure(desired, limit, error, progress, now),
  });
  return kind.toState(ref, observed.actual ?? { name: ref.name }, goal);
}

function createPartialFailure(
  desired: Desired,
  { setting }: Limit,
  error: Error,
  progress: TaskProgress,
  observed: Observed | undefined,
): Error {
  const { kind, ref, goal, state } = desired;
  const { accepted, lostAnswers, initial } = progress;
  const id = kind.ids.format(ref);
  const tasks = observed?.tasks ?? [];
  const hasFailed = error instanceof TaskFailedError;
  // With `failed`, the next preview does not announce a wait for tasks that have failed.
  const operation = progress.operation && { ...progress.operation, ...(hasFailed && { failed: true as const }) };
  // Answers may lack the fields that a creation does not send. The state must not say that such fields are as declared.
  const unsent = pick(kind.unsent, (key) => operation?.kind === "create" && key in goal);
  const sent = { ...goal, ...unsent };
  if (error instanceof BrokenObjectError && observed?.actual) {
    // The platform has finished. The status in the state makes the next `pulumi up` build the object again.
    return new PartialFailure(id, kind.toState(ref, observed.actual, sent), error);
  }
  // Tasks that were not observed count as open, because the observation may be older than the last change.
  const open = (operation?.tasks ?? []).filter((id) => !tasks.some((task) => task.id === id && hasEnded(task)));
  const outlook = describeOutlook(kind.noun, error, operation, open, setting);
  const explained = hasFailed ? error : new ApiError({ message: error.message + outlook });
  // This run has changed nothing, so the old state stays.
  if (state && accepted === undefined && lostAnswers === 0) {
    return explained;
  }
  const found = observed?.actual ?? initial?.actual;
  const isKnown =
    observed && tasks.every(hasEnded) && isOwn(desired, { ...observed, actual: found }, { ...progress, operation });
  if (!found || !(isKnown || operation?.kind === "update")) {
    // The object is missing or not known to be the resource's own, so the state gets no claim (`core/claims.ts`).
    return new PartialFailure(id, { ...sent, claim: undefined, operation }, explained);
  }
  // A field that the program no longer declares stays in the state, so that the next update still resets it. Of `envs`,
  // only variables with their declared values stay: the engine would show the names of the others (seen with 3.274).
  const before = kind.pickDeclared(state ?? {});
  const known = kind.readDeclared(found, { ...before, ...kind.pickDeclared(goal) }, before);
  const { envs: declared = {} } = goal as { envs?: JsonObject };
  const envs = isJsonObject(known.envs) && { envs: pick(known.envs, (name, value) => declared[name] === value) };
  return new PartialFailure(id, kind.toState(ref, found, { ...goal, operation }, { ...known, ...envs }), explained);
}

function describeOutlook(
  noun: string,
  error: Error,
  operation: UnfinishedOperation | undefined,
  tasks: readonly string[],
  setting: string,
): string {
  if (operation?.unconfirmed) {
    return operation.kind === "create"
      ? `; it is not known whether the ${noun} was created. It stays in the state, and the next \`pulumi up\` looks for ` +
          "it before creating it again"
      : "; it is not known whether the change was carried out. The next `pulumi up` sends it again";
  }
  if (tasks.length === 0 || error instanceof UnknownTaskError) {
    return `. The ${noun} stays in the state, and the next \`pulumi up\` looks at it again`;
  }
  const longer = error instanceof TimeoutError ? `. To wait longer, raise ${setting}` : "";
  return (
    `. The platform goes on with task ${tasks.join(", task ")}; the ${noun} stays in the state, and the next \`pulumi up\` ` +
    `resumes the wait without sending anything again${longer}`
  );
}
