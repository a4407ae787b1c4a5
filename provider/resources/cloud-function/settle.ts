import { isDeepStrictEqual } from "node:util";
import type { FunctionAnswer } from "../../api/endpoints/functions";
import { NotFoundError, TaskFailedError, ValidationError } from "../../api/errors";
import { Losses } from "../../api/losses";
import type { Look } from "../../api/wait";
import { PartialFailure } from "../../pulumi/handler";
import { declaredIn } from "./canonical";
import { patchTo, underWay } from "./delta";
import { follow, goesOn, whyInTransition, type Job } from "./follow";
import type { CloudFunctionInputs, Declared } from "./schema";
import { idOf, onPlatform, propertyPathOf, stateOf, withoutEnvs } from "./wire";

/** A change that the platform has begun, or a function that is as it should be. */
type Sent = { tasks: string[]; seen: FunctionAnswer } | { settled: FunctionAnswer };

/** What is to change. */
export interface Change {
  inputs: CloudFunctionInputs;
  /** What was declared before. */
  before: Declared;
}

/**
 * Looks at the function, sends what must change, if anything must, and waits for its tasks. A function that takes no
 * changes at the moment is waited for; each attempt looks anew. Once something was sent that may have been carried out,
 * every failure keeps what was declared before: it may have to be emptied yet.
 */
export async function settle(job: Job, change: Change): Promise<FunctionAnswer> {
  const sent = await send(job, change);
  if ("settled" in sent) {
    return sent.settled;
  }
  const { tasks, seen } = sent;
  try {
    await follow(job, tasks);
  } catch (error) {
    throw error instanceof TaskFailedError
      ? await afterFailure(job, change, seen, error)
      : unfinished(job, change, seen, tasks, goesOn(error, tasks));
  }
  return job.functions.get(job.ref).catch((error: Error) => {
    throw error instanceof NotFoundError ? error : unfinished(job, change, seen, tasks, error);
  });
}

async function send(job: Job, change: Change): Promise<Sent> {
  const { ref, functions, waits, clock, timeoutSeconds } = job;
  const { before } = change;
  const wanted = declaredIn(change.inputs);
  const losses = new Losses();
  let last: FunctionAnswer | undefined;

  const attempt = async (): Promise<Look<Sent>> => {
    const seen = (last = await functions.get(ref));
    const body = patchTo(seen, wanted, before);
    if (!body) {
      // A change of which nobody has the tasks any longer may be under way.
      const pending = whyInTransition(seen);
      return pending === undefined ? { done: { settled: seen } } : { pending };
    }
    try {
      return { done: { tasks: await functions.patch(ref, body), seen } };
    } catch (error) {
      if (losses.allowsRepeatAfter(error)) {
        return { pending: `takes no changes at the moment: ${withoutEnvs(error.message, seen, wanted, before)}` };
      }
      throw error instanceof ValidationError ? error.inTermsOf(propertyPathOf) : error;
    }
  };

  try {
    return await waits.wait("function", ref.name, { look: attempt, timeoutSeconds, clock });
  } catch (error) {
    const mayBeDone = losses.any && last && !(error instanceof NotFoundError);
    throw mayBeDone ? unfinished(job, change, last as FunctionAnswer, [], error as Error) : error;
  }
}

/** The function should be as it was. If the platform has kept anything of the change, so does the state. */
async function afterFailure(job: Job, change: Change, seen: FunctionAnswer, failed: Error): Promise<Error> {
  const now = await job.functions.get(job.ref).catch(() => seen);
  const fields = { ...change.before, ...declaredIn(change.inputs) };
  return isDeepStrictEqual(onPlatform(now, fields, {}), onPlatform(seen, fields, {}))
    ? failed
    : unfinished(job, change, now, [], failed);
}

function unfinished(
  { ref }: Job,
  { inputs, before }: Change,
  seen: FunctionAnswer,
  pendingTasks: string[],
  error: Error,
): PartialFailure {
  const state = stateOf(ref, seen, { ...inputs, pendingTasks }, underWay(seen, declaredIn(inputs), before));
  return new PartialFailure(idOf(ref), state, error);
}
