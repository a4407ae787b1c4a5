import type { FunctionAnswer } from "../../api/endpoints/functions";
import { ConflictError, OutcomeUnknownError, TaskFailedError, ValidationError } from "../../api/errors";
import type { Look } from "../../api/wait";
import { PartialFailure } from "../../pulumi/handler";
import { isInTransition, patchTo } from "./delta";
import { follow, goesOn, type Job } from "./follow";
import type { CloudFunctionState, Declared } from "./schema";
import { idOf, propertyPathOf, stateOf, withoutEnvs } from "./wire";

/** How often a change is sent again whose fate is unknown. */
const repeats = 2;

/** A change that the platform has begun, or a function that is as it should be. */
type Sent = { tasks: string[]; seen: FunctionAnswer } | { settled: FunctionAnswer };

/** What is to change. */
export interface Change {
  wanted: Declared;
  /** What was declared before. */
  before: Declared;
  /** What the resource knows besides. */
  known: Partial<CloudFunctionState>;
}

/**
 * Looks at the function, sends what must change, if anything must, and waits for its tasks. A function that takes no
 * changes at the moment is waited for; each attempt looks anew.
 */
export async function settle(job: Job, change: Change): Promise<FunctionAnswer> {
  const sent = await send(job, change);
  if ("settled" in sent) {
    return sent.settled;
  }
  const { tasks, seen } = sent;
  try {
    await follow(job, tasks, seen);
  } catch (error) {
    if (error instanceof TaskFailedError) {
      throw error;
    }
    // What was declared before must not be forgotten: it may have to be emptied yet.
    const declared = { ...change.before, ...change.wanted };
    const state = { ...stateOf(job.ref, seen, { ...change.known, ...declared }), pendingTasks: tasks };
    throw new PartialFailure(idOf(job.ref), state, goesOn(error, tasks));
  }
  return job.functions.get(job.ref);
}

function send({ ref, functions, waits, clock, timeoutSeconds }: Job, { wanted, before }: Change): Promise<Sent> {
  let lost = 0;

  const attempt = async (): Promise<Look<Sent>> => {
    const seen = await functions.get(ref);
    const body = patchTo(seen, wanted, before);
    if (!body) {
      return lost > 0 && isInTransition(seen) ? { pending: `is ${seen.status}` } : { done: { settled: seen } };
    }
    try {
      return { done: { tasks: await functions.patch(ref, body), seen } };
    } catch (error) {
      lost += error instanceof OutcomeUnknownError ? 1 : 0;
      if (error instanceof ConflictError || (error instanceof OutcomeUnknownError && lost <= repeats)) {
        return { pending: `takes no changes at the moment: ${withoutEnvs(error.message, seen, wanted, before)}` };
      }
      throw error instanceof ValidationError ? error.inTermsOf(propertyPathOf) : error;
    }
  };

  return waits.wait("function", ref.name, { look: attempt, timeoutSeconds, clock });
}
