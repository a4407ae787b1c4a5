import { ConflictError, NotFoundError, OutcomeUnknownError, TimeoutError } from "../../api/errors";
import type { Look } from "../../api/wait";
import { appearanceSeconds, follow, lookUntil, type Job } from "./follow";
import { isOwn, isUnconfirmed } from "./ownership";
import type { CloudFunctionState } from "./schema";
import { withoutEnvs } from "./wire";

/** How often a deletion is sent again whose fate is unknown. */
const repeats = 2;

/** Deletes the function and waits until it is gone. One that is not known to be the resource's own is left alone. */
export async function remove(job: Job, state: CloudFunctionState): Promise<void> {
  if (isUnconfirmed(state) && !(await isThere(job, state))) {
    return;
  }
  const tasks = await send(job, state);
  try {
    await follow(job, tasks);
  } catch (error) {
    const isGone = await job.functions.get(job.ref).then(
      () => false,
      (problem) => problem instanceof NotFoundError,
    );
    if (!isGone) {
      throw error instanceof TimeoutError ? tookTooLong(error) : error;
    }
  }
  await lookUntil(job, job.timeoutSeconds, (answer) => (answer ? "is still there" : undefined));
}

function send({ ref, functions, waits, clock, timeoutSeconds }: Job, state: CloudFunctionState): Promise<string[]> {
  let lost = 0;

  const attempt = async (): Promise<Look<string[]>> => {
    try {
      return { done: await functions.delete(ref) };
    } catch (error) {
      if (error instanceof NotFoundError) {
        return { done: [] };
      }
      lost += error instanceof OutcomeUnknownError ? 1 : 0;
      if (error instanceof ConflictError || (error instanceof OutcomeUnknownError && lost <= repeats)) {
        return { pending: `cannot be deleted at the moment: ${withoutEnvs(error.message, state)}` };
      }
      throw error;
    }
  };
  return waits.wait("function", ref.name, { look: attempt, timeoutSeconds, clock });
}

/** The request to create it may never have arrived, may still be under way, or the name may be somebody else's. */
async function isThere(job: Job, state: CloudFunctionState): Promise<boolean> {
  try {
    const found = await lookUntil(job, appearanceSeconds, (seen) => (seen ? undefined : "is not to be seen"));
    return found !== undefined && isOwn(state, found);
  } catch (error) {
    if (error instanceof TimeoutError) {
      return false;
    }
    throw error;
  }
}

function tookTooLong({ message }: TimeoutError): TimeoutError {
  return new TimeoutError({
    message: `${message}. Run it again to go on waiting, or raise taskTimeoutSeconds and \`pulumi up\``,
  });
}
