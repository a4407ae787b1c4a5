import type { FunctionAnswer } from "../../api/endpoints/functions";
import { ConflictError, OutcomeUnknownError, TaskFailedError, ValidationError } from "../../api/errors";
import type { Look } from "../../api/wait";
import { pick } from "../../json";
import { PartialFailure } from "../../pulumi/handler";
import { declaredIn } from "./canonical";
import { patchTo } from "./delta";
import { follow, goesOn, whyInTransition, type Job } from "./follow";
import { emptyValues, type CloudFunctionState, type Declared } from "./schema";
import { idOf, onPlatform, propertyPathOf, stateOf, withoutEnvs } from "./wire";

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
  /** Why the creation failed that left the function there: what there is to say if nothing is to be sent. */
  failed?: Error;
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
    await follow(job, tasks);
  } catch (error) {
    if (error instanceof TaskFailedError) {
      throw error;
    }
    throw unfinished(job, change, seen, tasks, goesOn(error, tasks));
  }
  return job.functions.get(job.ref);
}

function send(job: Job, change: Change): Promise<Sent> {
  const { ref, functions, waits, clock, timeoutSeconds } = job;
  const { wanted, before, failed } = change;
  let lost = 0;

  const attempt = async (): Promise<Look<Sent>> => {
    const seen = await functions.get(ref);
    const body = patchTo(seen, wanted, before);
    if (!body) {
      return settledOr(seen, failed);
    }
    try {
      return { done: { tasks: await functions.patch(ref, body), seen } };
    } catch (error) {
      lost += error instanceof OutcomeUnknownError ? 1 : 0;
      if (error instanceof ConflictError || (error instanceof OutcomeUnknownError && lost <= repeats)) {
        return { pending: `takes no changes at the moment: ${withoutEnvs(error.message, seen, wanted, before)}` };
      }
      if (error instanceof OutcomeUnknownError) {
        throw unfinished(job, change, seen, [], error);
      }
      throw error instanceof ValidationError ? error.inTermsOf(propertyPathOf) : error;
    }
  };

  return waits.wait("function", ref.name, { look: attempt, timeoutSeconds, clock });
}

function unfinished(
  { ref }: Job,
  change: Change,
  seen: FunctionAnswer,
  pendingTasks: string[],
  error: Error,
): PartialFailure {
  const state = stateOf(ref, seen, { ...change.known, pendingTasks }, unchanged(seen, change));
  return new PartialFailure(idOf(ref), state, error);
}

/** Nothing is to be sent; yet a change of which nobody has the tasks any longer may be under way. */
function settledOr(seen: FunctionAnswer, failed: Error | undefined): Look<Sent> {
  const pending = whyInTransition(seen);
  if (pending === undefined && failed) {
    throw failed;
  }
  return pending === undefined ? { done: { settled: seen } } : { pending };
}

/**
 * The declared fields while their change is under way: as they were. Of what is declared no longer nothing is kept but
 * that it must be emptied: it may be secret, which Pulumi knows of declared values only.
 */
function unchanged(seen: FunctionAnswer, { wanted, before }: Change): Declared {
  const dropped = pick(emptyValues, (key) => key in before && !(key in wanted));
  const found = onPlatform(seen, wanted, before);
  const envs = found.envs && { envs: pick(found.envs, (key) => Object.hasOwn(wanted.envs ?? {}, key)) };
  return declaredIn({ ...dropped, ...found, ...envs });
}
