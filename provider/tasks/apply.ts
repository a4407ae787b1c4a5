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
import type { Limit } from "../core/job";
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
  const { kind, ref, inputs, before } = desired;
  const { accepted, lostAnswers, initial } = progress;
  const id = kind.ids.format(ref);
  const tasks = observed?.tasks ?? [];
  const hasFailed = error instanceof TaskFailedError;
  // Otherwise the next preview would announce a wait for tasks that have failed.
  const operation = progress.operation && { ...progress.operation, ...(hasFailed && { failed: true as const }) };
  // What no creation sends, answers may lack, so the next run has to send it.
  const unsent = pick(kind.unsent, (key) => operation?.kind === "create" && key in inputs);
  const sent = { ...inputs, ...unsent, ...ownState };
  if (error instanceof BrokenObjectError && observed?.actual) {
    // The platform has finished; the build status in the state makes the next operation build the object again.
    return new PartialFailure(id, kind.toState(ref, observed.actual, sent), error);
  }
  // The observation may be older than the last change.
  const open = (operation?.tasks ?? []).filter((id) => !tasks.some((task) => task.id === id && hasEnded(task)));
  const outlook = describeOutlook(kind, error, operation, open, setting);
  const explained = hasFailed ? error : new ApiError({ message: error.message + outlook });
  if (state && accepted === undefined && lostAnswers === 0) {
    return explained;
  }
  const found = observed?.actual ?? initial?.actual;
  const isKnown =
    observed && tasks.every(hasEnded) && isOwn(desired, { ...observed, actual: found }, { ...progress, operation });
  if (!found || !(isKnown || operation?.kind === "update")) {
    return new PartialFailure(id, { ...sent, claim: undefined, operation }, explained);
  }
  // A removed field stays, so that the next update still resets it. The engine would show the names of former variables
  // (seen with 3.274), so only those that are as declared stay.
  const known = kind.readDeclared(found, { ...before, ...kind.pickDeclared(inputs) }, before);
  const { envs: declared = {} } = inputs as { envs?: JsonObject };
  const envs = isJsonObject(known.envs) && { envs: pick(known.envs, (name, value) => declared[name] === value) };
  const kept = kind.toState(ref, found, { ...inputs, ...ownState, operation }, { ...known, ...envs });
  return new PartialFailure(id, kept, explained);
}

/**
 * Adds advice to the error of an unfinished delete. Pulumi then keeps the old state, so the next `pulumi up` cannot tell
 * that the object is being deleted.
 */
export function explainDelete(
  { noun }: TaskKind,
  error: Error,
  { accepted, lostAnswers }: Progress<unknown, Request>,
): Error {
  const mayBeDeleted = accepted !== undefined || lostAnswers > 0;
  const advice =
    `The ${noun} may be deleted nevertheless, although it stays in the state. Run the same command again to see it ` +
    "through; before any other `pulumi up`, run `pulumi refresh`";
  const isUnfinished = mayBeDeleted && !(error instanceof TaskFailedError);
  return isUnfinished ? new ApiError({ message: `${error.message}. ${advice}` }) : error;
}

/** Says of an unfinished operation how the next run continues. */
function describeOutlook(
  { noun }: TaskKind,
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
