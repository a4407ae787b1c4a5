import { isDeepStrictEqual } from "node:util";
import { functionIdOf } from "../../model/resource-ids";
import type { Connection } from "../../api/connection";
import type { FunctionAnswer, FunctionRef } from "../../api/endpoints/functions";
import {
  ApiError,
  ConflictError,
  NotFoundError,
  TaskFailedError,
  TaskStateError,
  TimeoutError,
  ValidationError,
  undefinedIfNotFound,
} from "../../api/errors";
import { failureText, hasEnded, isRunning, TaskPoller } from "../../api/tasks";
import type { Clock } from "../../api/wait";
import type { Limit } from "../../core/limit";
import type { ApplyResult, Job, ObserveOptions, Operation, Progress } from "../../core/reconcile";
import { pick } from "../../json";
import { PartialFailure } from "../../core/handler";
import type { Waits } from "../../core/waits";
import { declaredIn } from "./normalize";
import { withoutFormerSecrets, fieldsDuringChange } from "./delta";
import { BrokenFunctionError, isOwn, type Request, type Observed, type Desired } from "./plan";
import type { CloudFunctionInputs, CloudFunctionState } from "./schema";
import { createBody, propertyPathOf, stateOf } from "./wire";

/** What an operation needs of the world. */
export interface Surroundings {
  connection: Connection;
  waits: Waits;
  clock?: Clock;
}

/** The function as one operation meets it. */
export interface Target {
  ref: FunctionRef;
  limit: Limit;
  /** Everything that was sent to create it; the last is sent next. */
  sent: CloudFunctionInputs[];
  /** What it means that the function is not there when it is to be changed. */
  whenAbsent?: Desired["whenAbsent"];
}

type FunctionJob = Omit<Job<Observed, Request>, "operation" | "first" | "plan" | "toPartialFailure">;

/** How a function is observed and changed. */
export function functionJob({ connection, waits, clock }: Surroundings, target: Target): FunctionJob {
  const { ref, limit, sent, whenAbsent } = target;
  const { functions, tasks } = connection;
  const watch = new TaskPoller(tasks);
  let last: FunctionAnswer | undefined;
  let buildMessage: string | undefined;

  /** The tasks first: one that has ended has had its effect when the function is observed. */
  const observe = async (operation: Operation | undefined, { isPoll, isShown }: ObserveOptions): Promise<Observed> => {
    const observed: Observed = { tasks: await watch.poll(operation?.tasks ?? []) };
    const isOver = observed.tasks.every(hasEnded);
    const known = observed.tasks.filter(({ state }) => state !== undefined);
    // While tasks run, the function is read for the progress line only; a new task has had no effect yet. Of tasks that the
    // platform does not know only the function itself shows the effect.
    if (known.some(isRunning) && (!isShown || known.every(({ state }) => state === "NEW"))) {
      return { ...observed, isNotObserved: true };
    }
    try {
      last = await functions.get(ref, isPoll).catch(undefinedIfNotFound);
    } catch (error) {
      // While tasks run the look is an extra, and after a failed one its reason counts for more.
      if (isOver && failureText(observed.tasks) === undefined) {
        throw error;
      }
      return { ...observed, actual: last, observeError: error as Error, buildMessage };
    }
    const seenBefore = buildMessage;
    buildMessage = last?.build_message || buildMessage;
    return { ...observed, actual: last, buildMessage: seenBefore };
  };

  const apply = async (request: Request): Promise<ApplyResult<Observed>> => {
    buildMessage = undefined;
    switch (request.kind) {
      case "create":
        return {
          tasks: await functions.create(ref, createBody(sent.at(-1) as CloudFunctionInputs)).catch(noNamespace(ref)),
        };
      case "update":
        return { tasks: await functions.patch(ref, request.body).catch(noFunction(whenAbsent)) };
      case "delete": {
        const started = await functions.delete(ref).catch(undefinedIfNotFound);
        return started ? { tasks: started } : { observed: { tasks: [] } };
      }
    }
  };

  return {
    noun: "function",
    name: ref.name,
    timeoutSeconds: limit.timeoutSeconds,
    operationSeconds: limit.operationSeconds,
    waits,
    clock,
    observe,
    apply,
    isTransient: (error) => error instanceof ConflictError || isNameTaken(error),
    explain: (error) => (error instanceof ValidationError ? error.inTermsOf(propertyPathOf) : error),
  };
}

/** What the resource itself knows of a function. */
export type OwnState = Pick<CloudFunctionState, "adopted" | "onDestroy" | "taskTimeoutSeconds" | "claim">;

/**
 * The error of an operation that is not over, with the state from which the next one goes on. A run that has sent
 * nothing leaves the state as it is, but for a new limit.
 */
export function partialFailureOf(
  desired: Desired,
  { setting }: Limit,
  state: CloudFunctionState | undefined,
  kept: OwnState,
  error: Error,
  past: Progress<Observed, Request>,
  observed: Observed | undefined,
): Error {
  const { operation, accepted, lostAnswers } = past;
  if (error instanceof BrokenFunctionError && observed?.actual) {
    // Nothing is going on any more: what the state says of the build is enough for the next operation.
    const { ref, inputs } = desired;
    return new PartialFailure(functionIdOf(ref), stateOf(ref, observed.actual, { ...inputs, ...kept }), error);
  }
  // What was seen may be older than the last change.
  const ended = (observed?.tasks ?? []).filter(hasEnded).map(({ id }) => id);
  const open = (operation?.tasks ?? []).filter((id) => !ended.includes(id));
  const explained = explainUnfinished(error, operation, open, setting);
  if (state && accepted === undefined && lostAnswers === 0) {
    const limited = withLimit(desired, state, kept);
    return limited ? new PartialFailure(functionIdOf(desired.ref), limited, explained) : explained;
  }
  return new PartialFailure(functionIdOf(desired.ref), partialState(desired, kept, past, observed), explained);
}

/**
 * The state with another limit; undefined if there is none. Pulumi writes it with the secrets of the present program, so
 * what may have been one before goes. What was sent to create a function proves that it is the own one, and stays as it is.
 */
function withLimit({ inputs, before }: Desired, state: CloudFunctionState, { taskTimeoutSeconds }: OwnState) {
  const declared = withoutFormerSecrets(before, declaredIn(inputs), before);
  const losesProof = state.functionId === undefined && !isDeepStrictEqual(declared, before);
  const others = pick(state, (key) => !(key in before));
  return taskTimeoutSeconds === state.taskTimeoutSeconds || losesProof
    ? undefined
    : { ...others, ...declared, taskTimeoutSeconds };
}

function partialState(
  desired: Desired,
  kept: OwnState,
  past: Progress<Observed, Request>,
  observed: Observed | undefined,
): object {
  const { ref, inputs, before, sent } = desired;
  const { operation } = past;
  const found = observed?.actual ?? past.initial?.actual;
  const isKnown =
    observed !== undefined && observed.tasks.every(hasEnded) && isOwn(desired, { ...observed, actual: found }, past);
  return found && (isKnown || operation?.kind === "update")
    ? stateOf(ref, found, { ...inputs, ...kept, operation }, fieldsDuringChange(found, declaredIn(inputs), before))
    : { ...sent.at(-1), ...kept, claim: undefined, operation };
}

/**
 * The error of a delete that has not finished also says what to do. Pulumi keeps the state of a resource whose delete has
 * failed as it was, so the next `pulumi up` could not tell that the function goes.
 */
export function explainDelete(
  error: Error,
  { accepted, lostAnswers }: Progress<unknown, Request>,
  limit: Limit,
): Error {
  if (error instanceof TaskFailedError) {
    return error;
  }
  const mayBeDeleted = accepted !== undefined || lostAnswers > 0;
  const advice = mayBeDeleted
    ? "The function may be deleted nevertheless, although it stays in the state. Run the same command again to see it " +
      "through; before any other `pulumi up`, run `pulumi refresh`"
    : `Run it again to keep waiting, or raise ${limit.setting} and run \`pulumi up\` first`;
  const message = `${error.message}. ${advice}`;
  if (error instanceof TimeoutError) {
    return new TimeoutError({ message });
  }
  return mayBeDeleted ? new ApiError({ message }) : error;
}

/** What becomes of an operation that is not over. */
function explainUnfinished(
  error: Error,
  operation: Operation | undefined,
  tasks: readonly string[],
  setting: string,
): Error {
  const { kind, unconfirmed } = operation ?? {};
  if (error instanceof TaskFailedError) {
    return error;
  }
  if (unconfirmed && kind === "create") {
    return more(
      `${error.message}; it is not known whether the function was created`,
      "It stays in the state, and the next `pulumi up` looks for it before creating it again",
    );
  }
  if (unconfirmed) {
    return more(
      `${error.message}; it is not known whether the change was carried out`,
      "The next `pulumi up` sends it again",
    );
  }
  if (tasks.length === 0 || error instanceof TaskStateError) {
    return more(error.message, "The function stays in the state, and the next `pulumi up` looks at it again");
  }
  const named = tasks.every((id) => error.message.includes(id))
    ? ""
    : ` with ${tasks.length === 1 ? "task" : "tasks"} ${tasks.join(", ")}`;
  const longer = error instanceof TimeoutError ? `. To wait longer, raise ${setting}` : "";
  return more(
    `${error.message}. The platform goes on${named}; the function stays in the state, and the next \`pulumi up\` resumes ` +
      `the wait without sending anything again${longer}`,
  );
}

function more(...sentences: string[]): ApiError {
  return new ApiError({ message: sentences.join(". ") });
}

/** Whether the platform refuses because of the name without calling it a conflict. */
function isNameTaken(error: unknown): boolean {
  return error instanceof ValidationError && error.concerns("name", /exist|unique|taken/i);
}

/** A function can be made wherever there is a namespace. */
function noNamespace({ projectId, regionId, namespace }: FunctionRef): (error: Error) => never {
  const where = `project ${projectId}, region ${regionId}`;
  return (error) => {
    throw error instanceof NotFoundError
      ? new NotFoundError({ message: `namespace: ${where} has no namespace "${namespace}": ${error.message}` })
      : error;
  };
}

/** A function that was there a moment ago. */
function noFunction(whenAbsent: Target["whenAbsent"]): (error: Error) => never {
  return (error) => {
    throw error instanceof NotFoundError && whenAbsent instanceof Error ? whenAbsent : error;
  };
}
