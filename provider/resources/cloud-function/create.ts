import type { FunctionAnswer, FunctionRef } from "../../api/endpoints/functions";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  TaskFailedError,
  ValidationError,
  messageOf,
  undefinedIfNotFound,
} from "../../api/errors";
import { Losses } from "../../api/losses";
import type { Look } from "../../api/wait";
import { PartialFailure } from "../../pulumi/handler";
import { declaredIn } from "./canonical";
import { differences, underWay } from "./delta";
import { appearanceSeconds, follow, goesOn, lookUntil, whyInTransition, type Job } from "./follow";
import type { CloudFunctionInputs, CloudFunctionState } from "./schema";
import { createBody, idOf, propertyPathOf, stateOf, withoutEnvs } from "./wire";

/** What is kept of a creation that is not over. */
type Pending = CloudFunctionInputs & Pick<CloudFunctionState, "pendingTasks">;

/** A creation that the platform has begun, or a function that is there already. */
type Started =
  /** `isAlone`: no request before this one may be under way. */
  { tasks: string[]; isAlone: boolean } | { found: FunctionAnswer };

/**
 * Creates exactly one function although answers may be lost or a process may have ended on the way: names are unique,
 * so a function that is there already and is what was sent, now or `earlier`, is taken for its result.
 */
export async function createOnce(
  job: Job,
  inputs: CloudFunctionInputs,
  earlier?: CloudFunctionInputs,
): Promise<FunctionAnswer> {
  const started = await start(job, inputs, earlier !== undefined);
  if ("found" in started) {
    assertOurs(job, started.found, [inputs, ...(earlier ? [earlier] : [])]);
    return settled(job, inputs, started.found, earlier);
  }
  const { tasks } = started;
  const pending = { ...inputs, pendingTasks: tasks };
  const isFinished = await follow(job, tasks).catch(async (error: unknown) => {
    throw error instanceof TaskFailedError
      ? await afterFailure(job, pending, error, started.isAlone)
      : new PartialFailure(idOf(job.ref), pending, goesOn(error, tasks));
  });
  const made = await appeared(job, pending);
  if (!isFinished) {
    assertOurs(job, made, [inputs]);
  }
  return made;
}

async function start(job: Job, inputs: CloudFunctionInputs, looksFirst: boolean): Promise<Started> {
  const { ref, functions, waits, clock, timeoutSeconds } = job;
  const losses = new Losses();
  let isInDoubt = looksFirst;

  const look = async (): Promise<Look<Started> | undefined> => {
    const found = await functions.get(ref).catch(undefinedIfNotFound);
    return found && { done: { found } };
  };
  const send = async (): Promise<Look<Started>> => {
    try {
      return { done: { tasks: await functions.create(ref, createBody(inputs)), isAlone: !losses.any } };
    } catch (error) {
      if (!losses.allowsRepeatAfter(error) && !isNameTaken(error)) {
        throw inUsersTerms(error, job);
      }
      isInDoubt = true;
      // Whoever has the name can be looked at; what a lost request makes may take a moment to be seen.
      const seen = error instanceof OutcomeUnknownError ? undefined : await look();
      const reason = withoutEnvs(inUsersTerms(error, job).message, inputs);
      return seen ?? { pending: `is not to be seen, yet it could not be created: ${reason}` };
    }
  };
  const attempt = async () => (isInDoubt ? await look() : undefined) ?? send();

  try {
    return await waits.wait("function", ref.name, { look: attempt, timeoutSeconds, clock });
  } catch (error) {
    throw losses.any ? new PartialFailure(idOf(ref), inputs, fateUnknown(error)) : error;
  }
}

/** Whether the platform refuses because of the name without calling it a conflict. */
function isNameTaken(error: unknown): error is ValidationError {
  return error instanceof ValidationError && error.concerns("name", /exist|unique|taken/i);
}

function inUsersTerms(error: unknown, { ref }: Job): Error {
  if (error instanceof NotFoundError) {
    const where = `project ${ref.projectId}, region ${ref.regionId}`;
    return new NotFoundError({ message: `namespace: ${where} has no namespace "${ref.namespace}": ${error.message}` });
  }
  return error instanceof ValidationError ? error.inTermsOf(propertyPathOf) : (error as Error);
}

function assertOurs({ ref }: Job, found: FunctionAnswer, sent: readonly CloudFunctionInputs[]): void {
  const [now = [], ...before] = sent.map((inputs) => differences(found, inputs));
  if (now.length > 0 && before.every((fields) => fields.length > 0)) {
    throw new ConflictError({ message: `name: ${anotherOne(ref, now)}` });
  }
}

function anotherOne({ namespace, name }: FunctionRef, fields: readonly string[]): string {
  return (
    `the namespace "${namespace}" has a function "${name}" already, and it is another one: it differs in ` +
    `${fields.join(", ")}. Nothing was changed. Give another name, or delete that function on the platform first`
  );
}

/** Nothing should be left. What is left all the same is kept, unless it is somebody else's. */
async function afterFailure(job: Job, pending: Pending, failed: TaskFailedError, isAlone: boolean): Promise<Error> {
  const { ref, functions } = job;
  const id = idOf(ref);
  let left: FunctionAnswer | undefined;
  try {
    left = await functions.get(ref).catch(undefinedIfNotFound);
  } catch {
    return new PartialFailure(id, pending, failed);
  }
  if (!left) {
    // What became of a request before this one, whose answer was lost, is still open.
    return isAlone ? failed : new PartialFailure(id, { ...pending, pendingTasks: undefined }, failed);
  }
  const fields = differences(left, pending);
  return fields.length > 0
    ? new ConflictError({ message: `${failed.message}. Besides, ${anotherOne(ref, fields)}` })
    : new PartialFailure(id, stateOf(ref, left, pending), leftBehind(failed));
}

/** Another process may have begun it: then its tasks are not known, and only its status tells when it is ready. */
async function settled(
  job: Job,
  inputs: CloudFunctionInputs,
  found: FunctionAnswer,
  earlier = inputs,
): Promise<FunctionAnswer> {
  let last = found;
  const whyNotYet = (answer: FunctionAnswer | undefined) => {
    last = answer ?? last;
    return whyInTransition(answer);
  };
  const answer = await lookUntil(job, job.timeoutSeconds, whyNotYet).catch((error: Error) => {
    const declared = underWay(last, declaredIn(inputs), declaredIn(earlier));
    const state = stateOf(job.ref, last, { ...inputs, pendingTasks: [] }, declared);
    throw new PartialFailure(idOf(job.ref), state, resumes(error));
  });
  if (!answer) {
    throw new NotFoundError({ message: "the function disappeared while it was being built; run `pulumi up` again" });
  }
  return answer;
}

async function appeared(job: Job, pending: Pending): Promise<FunctionAnswer> {
  const whyNotYet = (answer: FunctionAnswer | undefined) => (answer ? undefined : "is not to be seen yet");
  const answer = await lookUntil(job, appearanceSeconds, whyNotYet).catch((error: Error) => {
    throw new PartialFailure(idOf(job.ref), pending, resumes(error));
  });
  return answer as FunctionAnswer;
}

function leftBehind({ message }: TaskFailedError): Error {
  return new Error(`${message}. The function is on the platform all the same, and stays in the state`);
}

function resumes({ message }: Error): Error {
  return new Error(`${message}. The function stays in the state, and the next \`pulumi up\` looks at it again`);
}

function fateUnknown(error: unknown): Error {
  return new Error(
    `${messageOf(error)}; it is not known whether the function was created. It stays in the state, and the next \`pulumi up\` ` +
      "looks for it before it sends it again",
  );
}
