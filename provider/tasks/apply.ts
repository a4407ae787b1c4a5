import type { Connection } from "../api/connection";
import {
  ApiError,
  ConflictError,
  NotFoundAnswerError,
  NotFoundError,
  TaskFailedError,
  UnknownTaskError,
  TimeoutError,
  ValidationError,
  ignoreNotFound,
} from "../api/failures/errors";
import { describeFailures, hasEnded, isRunning, TaskPoller } from "../api/calls/tasks";
import type { Clock } from "../api/transport/stop";
import type { Limit } from "../core/waits";
import { PartialFailure, type OperationContext } from "../core/handler";
import { isJsonObject, pick, type JsonObject } from "../values/json";
import type { Answer, Calls, Inputs, State, TaskKind } from "./kind";
import { BrokenObjectError, isOwn, type Desired, type Observed, type Ownership, type Request } from "./plan";
import type { ApplyResult, Job, UnfinishedOperation, Progress } from "../core/job";

interface Dependencies {
  connection: Connection;
  context: OperationContext;
  clock?: Clock;
}

type Target = Ownership & Partial<Pick<Desired, "whenAbsent">>;
type TaskJob = Omit<Job<Observed, Request>, "operation" | "first" | "plan" | "toPartialFailure">;

/** What the reconciliations of all operations share. */
export function createJob({ connection, context, clock }: Dependencies, target: Target, limit: Limit): TaskJob {
  const { kind, ref } = target;
  const calls = kind.getCalls(connection);
  const poller = new TaskPoller(connection.tasks);
  let last: Answer | undefined;

  /** Reads the tasks first, so that the object shows the effect of those that have ended. */
  const observe: TaskJob["observe"] = async (operation) => {
    const tasks = await poller.poll(operation?.tasks ?? []);
    if (tasks.some(isRunning)) {
      return { tasks, isNotObserved: true };
    }
    try {
      const isOver = tasks.every(hasEnded);
      last = await (isOver ? calls.get(ref).catch(ignoreNotFound) : calls.peek(ref));
      return { tasks, actual: last };
    } catch (error) {
      // A failed task matters more.
      if (describeFailures(tasks) === undefined) {
        throw error;
      }
      return { tasks, observeError: error as Error };
    }
  };

  const apply = (request: Request): Promise<ApplyResult<Observed>> =>
    send(calls, target, request).catch((error: unknown) => {
      throw explainRequest(error, request, target, last);
    });

  return {
    noun: kind.noun,
    name: ref.name,
    timeoutSeconds: limit.timeoutSeconds,
    operationSeconds: limit.operationSeconds,
    waits: context.waits,
    clock,
    observe,
    apply,
    // The platform may report a taken name as a validation error.
    isTransient: (error) =>
      error instanceof ConflictError ||
      (error instanceof ValidationError && error.hasMessageAbout("name", /exist|unique|taken/i)),
    explain: (error) =>
      error instanceof ValidationError ? error.translatePaths((place) => kind.toPropertyPath(place)) : error,
  };
}

async function send(calls: Calls, { kind, ref, sent }: Target, request: Request): Promise<ApplyResult<Observed>> {
  switch (request.kind) {
    case "create":
      return { tasks: await calls.create(ref, kind.toCreateBody(sent.at(-1) as Inputs)) };
    case "update":
      return { tasks: await calls.patch(ref, request.body) };
    case "delete": {
      const tasks = await calls.delete(ref).catch(ignoreNotFound);
      return tasks ? { tasks } : { observed: { tasks: [] } };
    }
  }
}

/**
 * A 404 on creation means that what the object would be in is missing, and on update that it has just been deleted. Why
 * a delete is refused may show in the object.
 */
function explainRequest(
  error: unknown,
  request: Request,
  { kind, ref, whenAbsent }: Target,
  actual: Answer | undefined,
): unknown {
  if (error instanceof NotFoundAnswerError) {
    return kind.explainNowhere?.(ref, error) ?? error;
  }
  if (request.kind === "delete" && actual && (error instanceof ConflictError || error instanceof ValidationError)) {
    return kind.explainRefusedDelete?.(actual, error) ?? error;
  }
  return error instanceof NotFoundError && whenAbsent instanceof Error ? whenAbsent : error;
}

/** What only the resource knows about the object. */
export type OwnState = Pick<State, "adopted" | "onDestroy" | "taskTimeoutSeconds" | "claim">;

/**
 * Attaches partial state to the error of an unfinished operation, so that the next run can resume. A run that has sent
 * nothing leaves the state as it is.
 */
export function createPartialFailure(
  desired: Desired,
  { setting }: Limit,
  state: State | undefined,
  ownState: OwnState,
  error: Error,
  progress: Progress<Observed, Request>,
  observed: Observed | undefined,
): Error {
  const { accepted, lostAnswers } = progress;
  const { kind } = desired;
  const id = kind.ids.format(desired.ref);
  // Otherwise the next preview would announce a wait for tasks that have failed.
  const { operation: unfinished } = progress;
  const operation =
    unfinished && error instanceof TaskFailedError ? { ...unfinished, failed: true as const } : unfinished;
  if (error instanceof BrokenObjectError && observed?.actual) {
    // The platform has finished; the build status in the state makes the next operation build the object again.
    const known = { ...toSentInputs(desired, operation), ...ownState };
    return new PartialFailure(id, kind.toState(desired.ref, observed.actual, known), error);
  }
  // The observation may be older than the last change.
  const ended = (observed?.tasks ?? []).filter(hasEnded).map(({ id }) => id);
  const open = (operation?.tasks ?? []).filter((task) => !ended.includes(task));
  const explained = explainUnfinished(kind, error, operation, open, setting);
  if (state && accepted === undefined && lostAnswers === 0) {
    return explained;
  }
  return new PartialFailure(id, buildPartialState(desired, ownState, { ...progress, operation }, observed), explained);
}

function buildPartialState(
  desired: Desired,
  ownState: OwnState,
  progress: Progress<Observed, Request>,
  observed: Observed | undefined,
): object {
  const { kind, ref, inputs, before } = desired;
  const { operation } = progress;
  const found = observed?.actual ?? progress.initial?.actual;
  const isKnown =
    observed !== undefined &&
    observed.tasks.every(hasEnded) &&
    isOwn(desired, { ...observed, actual: found }, progress);
  if (found && (isKnown || operation?.kind === "update")) {
    // A removed field stays, so that the next update still resets it. The engine would show the names of former variables
    // (seen with 3.274), so only those that are as declared stay.
    const known = kind.readDeclared(found, { ...before, ...kind.pickDeclared(inputs) }, before);
    const { envs: declared = {} } = inputs as { envs?: JsonObject };
    const envs = isJsonObject(known.envs) && { envs: pick(known.envs, (name, value) => declared[name] === value) };
    return kind.toState(ref, found, { ...inputs, ...ownState, operation }, { ...known, ...envs });
  }
  return { ...toSentInputs(desired, operation), ...ownState, claim: undefined, operation };
}

/** The inputs as they were sent. What no creation sends, answers may lack, so the next run has to send it. */
function toSentInputs({ kind, inputs }: Desired, operation: UnfinishedOperation | undefined): Inputs {
  const unsent = pick(kind.unsent, (key) => operation?.kind === "create" && key in inputs);
  return { ...inputs, ...unsent };
}

/**
 * Adds advice to the error of an unfinished delete. Pulumi then keeps the old state, so the next `pulumi up` cannot tell
 * that the object is being deleted.
 */
export function explainDelete(
  { noun }: TaskKind,
  error: Error,
  { accepted, lostAnswers }: Progress<unknown, Request>,
  limit: Limit,
): Error {
  const mayBeDeleted = accepted !== undefined || lostAnswers > 0;
  const isTimeout = error instanceof TimeoutError;
  if (error instanceof TaskFailedError || !(isTimeout || mayBeDeleted)) {
    return error;
  }
  const advice = mayBeDeleted
    ? `The ${noun} may be deleted nevertheless, although it stays in the state. Run the same command again to see it ` +
      "through; before any other `pulumi up`, run `pulumi refresh`"
    : `Run it again to keep waiting, or raise ${limit.setting} and run \`pulumi up\` first`;
  return new (isTimeout ? TimeoutError : ApiError)({ message: `${error.message}. ${advice}` });
}

/** Adds to the error of an unfinished operation how the next run continues. */
function explainUnfinished(
  { noun }: TaskKind,
  error: Error,
  operation: UnfinishedOperation | undefined,
  tasks: readonly string[],
  setting: string,
): Error {
  if (error instanceof TaskFailedError) {
    return error;
  }
  let outlook: string;
  if (operation?.unconfirmed) {
    outlook =
      operation.kind === "create"
        ? `; it is not known whether the ${noun} was created. It stays in the state, and the next \`pulumi up\` looks for ` +
          "it before creating it again"
        : "; it is not known whether the change was carried out. The next `pulumi up` sends it again";
  } else if (tasks.length === 0 || error instanceof UnknownTaskError) {
    outlook = `. The ${noun} stays in the state, and the next \`pulumi up\` looks at it again`;
  } else {
    const isNamed = tasks.every((id) => error.message.includes(id));
    const named = isNamed ? "" : ` with ${tasks.length === 1 ? "task" : "tasks"} ${tasks.join(", ")}`;
    const longer = error instanceof TimeoutError ? `. To wait longer, raise ${setting}` : "";
    outlook =
      `. The platform goes on${named}; the ${noun} stays in the state, and the next \`pulumi up\` resumes the wait ` +
      `without sending anything again${longer}`;
  }
  return new ApiError({ message: error.message + outlook });
}
