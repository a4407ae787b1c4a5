import type { FunctionAnswer, FunctionRef, FunctionsEndpoint } from "../../api/endpoints/functions";
import type { TasksEndpoint } from "../../api/endpoints/tasks";
import {
  ApiError,
  NotFoundError,
  TaskFailedError,
  TimeoutError,
  messageOf,
  undefinedIfNotFound,
} from "../../api/errors";
import { followTasks, type OpenTask } from "../../api/tasks";
import type { Clock } from "../../api/wait";
import type { WaitDisplay } from "../../pulumi/wait-display";
import { transitionOf } from "./delta";

/** Work on one function, with all that it needs. */
export interface Job {
  ref: FunctionRef;
  functions: FunctionsEndpoint;
  tasks: TasksEndpoint;
  waits: WaitDisplay;
  clock?: Clock;
  /** Limit of each wait. */
  timeoutSeconds: number;
}

/** How long the platform may take to show a function that it says is there. */
export const appearanceSeconds = 60;

/**
 * Waits for the tasks of a change, and answers whether they are known to have ended well: a task may be forgotten. If one
 * fails, the error also has what the build said.
 */
export async function follow(job: Job, ids: readonly string[], unknownSeconds?: number): Promise<boolean> {
  const { ref, functions, tasks, waits, clock, timeoutSeconds } = job;
  let seen: FunctionAnswer | undefined;
  let looking: Promise<void> | undefined;
  // An extra that must neither fail nor hold up the wait. After a failed task nothing may be left to ask.
  const look = () => {
    looking ??= functions
      .get(ref)
      .then(
        (answer) => void (seen = answer),
        () => undefined,
      )
      .finally(() => (looking = undefined));
    return looking;
  };
  try {
    await waits.during("function", ref.name, (show) => {
      const onLook = (open: readonly OpenTask[]) => {
        const showAll = () => show([seen?.status, open.map(textOf).join(", ")].filter(Boolean).join(" "));
        const isBegun = open.some(({ state }) => state !== undefined && state !== "NEW");
        if (seen || !isBegun) {
          showAll();
        }
        if (isBegun) {
          void look().then(showAll);
        }
      };
      return followTasks(tasks, { ids, timeoutSeconds, unknownSeconds, clock, onLook });
    });
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) {
      // The platform has forgotten a task; the status is all that is left to go by.
      await lookUntil(job, timeoutSeconds, whyInTransition);
      return false;
    }
    if (error instanceof TaskFailedError) {
      await look();
      throw withBuildMessage(error, seen);
    }
    throw error;
  }
}

/** Looks at the function until `why` gives no more reason to wait, said of the function: "is still there". */
export function lookUntil(
  { ref, functions, waits, clock }: Job,
  timeoutSeconds: number,
  why: (answer: FunctionAnswer | undefined) => string | undefined,
): Promise<FunctionAnswer | undefined> {
  const look = async () => {
    const answer = await functions.get(ref).catch(undefinedIfNotFound);
    const pending = why(answer);
    return pending === undefined ? { done: answer } : { pending };
  };
  return waits.wait("function", ref.name, { look, timeoutSeconds, clock });
}

/** Why a function that is there may not be ready. */
export function whyInTransition(answer: FunctionAnswer | undefined): string | undefined {
  const word = answer && transitionOf(answer);
  return word && `is ${word}`;
}

/** What the next run does after a wait that ended before its tasks. */
const nextUpResumes = "the next `pulumi up` resumes the wait without sending anything again";

/** The error of a wait that ended before its tasks: what becomes of them, and of the resource. */
export function goesOn(error: unknown, tasks: readonly string[], next = nextUpResumes): ApiError {
  const reason = messageOf(error);
  const named = tasks.every((id) => reason.includes(id)) ? "" : ` with ${tasks.join(", ")}`;
  const longer = error instanceof TimeoutError ? ". To wait longer, raise taskTimeoutSeconds" : "";
  return new ApiError({
    message: `${reason}. The platform goes on${named}; the function stays in the state, and ${next}${longer}`,
  });
}

function textOf({ id, state }: OpenTask): string {
  return `task ${id.slice(0, 4)} ${state ?? "not known yet"}`;
}

function withBuildMessage(error: TaskFailedError, seen?: FunctionAnswer): TaskFailedError {
  const build = seen?.build_message;
  return build && !error.message.includes(build)
    ? new TaskFailedError({ message: `${error.message.replace(/\.$/, "")}. Build: ${build}` })
    : error;
}
