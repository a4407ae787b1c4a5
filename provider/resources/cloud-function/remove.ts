import { NotFoundError, TimeoutError } from "../../api/errors";
import { Losses } from "../../api/losses";
import type { Look } from "../../api/wait";
import { follow, lookUntil, type Job } from "./follow";
import { isOwn, isUnconfirmed } from "./ownership";
import type { CloudFunctionState } from "./schema";
import { withoutEnvs } from "./wire";

/**
 * Deletes the function and waits until it is gone. One that is not known to be the resource's own is left alone; for
 * `patienceSeconds` one that is not to be seen may still come.
 */
export async function remove(job: Job, state: CloudFunctionState, patienceSeconds: number): Promise<void> {
  if (isUnconfirmed(state) && !(await isThere(job, state, patienceSeconds))) {
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
  const losses = new Losses();

  const attempt = async (): Promise<Look<string[]>> => {
    try {
      return { done: await functions.delete(ref) };
    } catch (error) {
      if (error instanceof NotFoundError) {
        return { done: [] };
      }
      if (losses.allowsRepeatAfter(error)) {
        return { pending: `cannot be deleted at the moment: ${withoutEnvs(error.message, state)}` };
      }
      throw error;
    }
  };
  return waits.wait("function", ref.name, { look: attempt, timeoutSeconds, clock });
}

/** The request to create it may never have arrived, may still be under way, or the name may be somebody else's. */
async function isThere(job: Job, state: CloudFunctionState, patienceSeconds: number): Promise<boolean> {
  try {
    const found = await lookUntil(job, patienceSeconds, (seen) => (seen ? undefined : "is not to be seen"));
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
