import type { FunctionAnswer } from "../../api/endpoints/functions";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  TaskFailedError,
  ValidationError,
  undefinedIfNotFound,
} from "../../api/errors";
import type { Look } from "../../api/wait";
import { PartialFailure } from "../../pulumi/handler";
import { differences } from "./delta";
import { appearanceSeconds, follow, goesOn, lookUntil, whyInTransition, type Job } from "./follow";
import type { CloudFunctionInputs } from "./schema";
import { createBody, idOf, propertyPathOf, stateOf } from "./wire";

/** How often a function is sent again whose fate is unknown. */
const repeats = 2;

/** A creation that the platform has begun, or a function that is there already and is the one that is wanted. */
type Started = { tasks: string[] } | { found: FunctionAnswer };

/**
 * Creates exactly one function although answers may be lost or a process may have ended on the way: names are unique,
 * so a function that is there already and is what was sent, now or `earlier`, is taken for its result.
 */
export async function createOnce(
  job: Job,
  inputs: CloudFunctionInputs,
  earlier?: CloudFunctionInputs,
): Promise<FunctionAnswer> {
  const started = await start(job, inputs, earlier);
  if ("found" in started) {
    return settled(job, inputs, started.found);
  }
  const { tasks } = started;
  try {
    await follow(job, tasks);
  } catch (error) {
    throw error instanceof TaskFailedError
      ? await afterFailure(job, inputs, error)
      : new PartialFailure(idOf(job.ref), { ...inputs, pendingTasks: tasks }, goesOn(error, tasks));
  }
  return appeared(job, inputs);
}

async function start(job: Job, inputs: CloudFunctionInputs, earlier?: CloudFunctionInputs): Promise<Started> {
  const { ref, functions, waits, clock } = job;
  let doubt: Error | undefined;
  let lost = 0;

  const look = async (): Promise<Look<Started> | undefined> => {
    const found = await functions.get(ref).catch(undefinedIfNotFound);
    if (found) {
      assertOurs(job, found, [inputs, ...(earlier ? [earlier] : [])]);
    }
    return found && { done: { found } };
  };
  const send = async (): Promise<Look<Started>> => {
    try {
      return { done: { tasks: await functions.create(ref, createBody(inputs)) } };
    } catch (error) {
      lost += error instanceof OutcomeUnknownError ? 1 : 0;
      if (!isInDoubt(error) || (error instanceof OutcomeUnknownError && lost > repeats)) {
        throw inUsersTerms(error, job);
      }
      doubt = error;
      // Whoever has the name can be looked at; what a lost request makes may take a moment to be seen.
      const seen = error instanceof OutcomeUnknownError ? undefined : await look();
      return seen ?? { pending: `is not to be seen, yet it could not be created: ${error.message}` };
    }
  };
  const attempt = async () => (doubt || earlier ? await look() : undefined) ?? send();

  try {
    return await waits.wait("function", ref.name, { look: attempt, timeoutSeconds: appearanceSeconds, clock });
  } catch (error) {
    // A conflict is a function that is another one; all else leaves open what became of a lost request.
    throw lost > 0 && !(error instanceof ConflictError)
      ? new PartialFailure(idOf(ref), inputs, fateUnknown(error))
      : error;
  }
}

/** Whether the function may be there, or may be coming, although the platform did not say that it makes it. */
function isInDoubt(error: unknown): error is Error {
  return (
    error instanceof OutcomeUnknownError ||
    error instanceof ConflictError ||
    (error instanceof ValidationError &&
      error.fields.some(({ location: [field], message }) => field === "name" && /exist|unique|taken/i.test(message)))
  );
}

function inUsersTerms(error: unknown, { ref }: Job): unknown {
  if (error instanceof NotFoundError) {
    const where = `project ${ref.projectId}, region ${ref.regionId}`;
    return new NotFoundError({ message: `namespace: ${where} has no namespace "${ref.namespace}": ${error.message}` });
  }
  return error instanceof ValidationError ? error.inTermsOf(propertyPathOf) : error;
}

function assertOurs({ ref }: Job, found: FunctionAnswer, sent: readonly CloudFunctionInputs[]): void {
  const [now, ...before] = sent.map((inputs) => differences(found, inputs));
  if (now?.length && before.every((fields) => fields.length > 0)) {
    throw new ConflictError({
      message:
        `name: the namespace "${ref.namespace}" has a function "${ref.name}" already, and it is another one: it differs ` +
        `in ${now.join(", ")}. Nothing was changed. Give another name, or delete that function on the platform first`,
    });
  }
}

/** Nothing should be left; what is left all the same is kept. */
async function afterFailure(
  { ref, functions }: Job,
  inputs: CloudFunctionInputs,
  failed: TaskFailedError,
): Promise<Error> {
  try {
    const left = await functions.get(ref).catch(undefinedIfNotFound);
    return left ? new PartialFailure(idOf(ref), stateOf(ref, left, inputs), failed) : failed;
  } catch {
    return new PartialFailure(idOf(ref), inputs, failed);
  }
}

/** Another process may have begun it: then its tasks are not known, and only its status tells when it is ready. */
async function settled(job: Job, inputs: CloudFunctionInputs, found: FunctionAnswer): Promise<FunctionAnswer> {
  let last = found;
  const whyNotYet = (answer: FunctionAnswer | undefined) => {
    last = answer ?? last;
    return whyInTransition(answer);
  };
  const answer = await lookUntil(job, job.timeoutSeconds, whyNotYet).catch((error: Error) => {
    throw new PartialFailure(idOf(job.ref), stateOf(job.ref, last, inputs), resumes(error));
  });
  if (!answer) {
    throw new NotFoundError({ message: "the function disappeared while it was being built; run `pulumi up` again" });
  }
  return answer;
}

async function appeared(job: Job, inputs: CloudFunctionInputs): Promise<FunctionAnswer> {
  const whyNotYet = (answer: FunctionAnswer | undefined) => (answer ? undefined : "is not to be seen yet");
  const answer = await lookUntil(job, appearanceSeconds, whyNotYet).catch((error: Error) => {
    throw new PartialFailure(idOf(job.ref), inputs, resumes(error));
  });
  return answer as FunctionAnswer;
}

function resumes({ message }: Error): Error {
  return new Error(`${message}. The function stays in the state, and the next \`pulumi up\` looks at it again`);
}

function fateUnknown(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `${reason}; it is not known whether the function was created. It stays in the state, and the next \`pulumi up\` ` +
      "looks for it before it sends it again",
  );
}
