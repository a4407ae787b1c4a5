import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../api/connection";
import type { FunctionAnswer, FunctionRef } from "../../api/endpoints/functions";
import { TaskFailedError, TaskStateError, explainNotFound, undefinedIfNotFound } from "../../api/errors";
import { unknownTaskSeconds } from "../../api/tasks";
import type { Clock } from "../../api/wait";
import {
  PartialFailure,
  type Checked,
  type Difference,
  type Handler,
  type ResourceDefinition,
} from "../../pulumi/handler";
import { hostWaits } from "../../pulumi/wait-display";
import { defaultScope } from "../../scope";
import { declaredIn } from "./canonical";
import { checkCloudFunction } from "./check";
import { createOnce } from "./create";
import { follow, goesOn, type Job } from "./follow";
import { isSettled, isUnconfirmed, whatIsLeft } from "./ownership";
import { readAgain, readNew } from "./read";
import { remove } from "./remove";
import { defaults, replacedBy, type CloudFunctionInputs, type CloudFunctionState } from "./schema";
import { settle } from "./settle";
import { idOf, inputsOf, refOf, stateOf } from "./wire";

/** Serves `CloudFunction`; display and clock are the host's unless a test brings its own. */
export class CloudFunctionHandler implements Handler<CloudFunctionInputs, CloudFunctionState> {
  constructor(
    private readonly connect: () => Connection,
    private readonly waits = hostWaits,
    private readonly clock?: Clock,
  ) {}

  check(args: Record<string, unknown>): Checked<CloudFunctionInputs> {
    return checkCloudFunction(args, defaultScope(this.connect));
  }

  diff(id: string, state: CloudFunctionState, inputs: CloudFunctionInputs): Difference {
    const before = { runtime: state.runtime, ...refOf(id) };
    const replaces = replacedBy.filter((key) => inputs[key] !== before[key]);
    if (replaces.length > 0) {
      return { changes: true, replaces, deleteBeforeReplace: true };
    }
    const changes =
      !isDeepStrictEqual(declaredIn(state), declaredIn(inputs)) ||
      state.taskTimeoutSeconds !== inputs.taskTimeoutSeconds;
    return { changes, unfinished: whatIsLeft(state) };
  }

  async create(inputs: CloudFunctionInputs): Promise<{ id: string; state: CloudFunctionState }> {
    const { projectId, regionId, namespace, name } = inputs;
    const job = this.job({ projectId, regionId, namespace, name }, inputs);
    const made = await createOnce(job, inputs);
    const answer = await this.enableOrDisable(job, made, inputs).catch(keep(job, made, inputs));
    return { id: idOf(job.ref), state: stateOf(job.ref, answer, inputs) };
  }

  async read(id: string, state: Partial<CloudFunctionState>) {
    const ref = refOf(id);
    const found = isNothing(state)
      ? await readNew(this.connect(), ref)
      : await readAgain(this.connect(), ref, state as CloudFunctionState);
    return found && { inputs: inputsOf(found), state: found };
  }

  async update(id: string, state: CloudFunctionState, inputs: CloudFunctionInputs): Promise<CloudFunctionState> {
    const job = this.job(refOf(id), inputs);
    const failed = await this.resume(job, state.pendingTasks);
    const made = await this.finishCreation(job, state, inputs);
    const isCreation = made === undefined && state.functionId === undefined;
    const change = { wanted: declaredIn(inputs), before: declaredIn(state), known: inputs };
    const answer = await settle(job, isCreation ? { ...change, failed } : change).catch(
      made
        ? keep(job, made, inputs)
        : explainNotFound(
            `function ${id} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
          ),
    );
    return stateOf(job.ref, answer, inputs);
  }

  async delete(id: string, state: CloudFunctionState): Promise<void> {
    const job = this.job(refOf(id), state);
    await this.resume(job, state.pendingTasks);
    await remove(job, state);
  }

  private job(ref: FunctionRef, { taskTimeoutSeconds }: Partial<CloudFunctionInputs>): Job {
    const { functions, tasks } = this.connect();
    const { waits, clock } = this;
    return { ref, functions, tasks, waits, clock, timeoutSeconds: taskTimeoutSeconds ?? defaults.taskTimeoutSeconds };
  }

  /** The one field that can only be told to a function that is there. */
  private async enableOrDisable(job: Job, made: FunctionAnswer, inputs: CloudFunctionInputs): Promise<FunctionAnswer> {
    const { disabled } = inputs;
    return disabled === undefined || disabled === (made.disabled ?? false)
      ? made
      : settle(job, { wanted: declaredIn(inputs), before: {}, known: inputs });
  }

  /**
   * Waits for tasks of an earlier operation. What became of one that failed, or whose state nobody knows, a look will
   * tell; the failure is answered.
   */
  private async resume(job: Job, tasks: readonly string[] = []): Promise<TaskFailedError | undefined> {
    try {
      // A limit that is shorter than the platform's memory must not keep a forgotten task in the way for ever.
      await follow(job, tasks, Math.min(unknownTaskSeconds, job.timeoutSeconds));
    } catch (error) {
      if (error instanceof TaskFailedError) {
        return error;
      }
      if (!(error instanceof TaskStateError)) {
        throw goesOn(error, tasks);
      }
    }
    return undefined;
  }

  /** Makes sure that the function is there, and answers it if that was not certain before. */
  private async finishCreation(
    job: Job,
    state: CloudFunctionState,
    inputs: CloudFunctionInputs,
  ): Promise<FunctionAnswer | undefined> {
    if (isSettled(state)) {
      return undefined;
    }
    const found = await job.functions.get(job.ref).catch(undefinedIfNotFound);
    return found && !isUnconfirmed(state) ? undefined : createOnce(job, inputs, inputsOf(state));
  }
}

/** Serves `CloudFunction`. */
export const cloudFunction: ResourceDefinition<CloudFunctionInputs, CloudFunctionState> = {
  noun: "function",
  label: ({ name }) => name,
  secretArgs: ["envs"],
  handler: (connection) => new CloudFunctionHandler(connection),
};

/** `.get` knows nothing but the ID. */
function isNothing(state: Partial<CloudFunctionState>): boolean {
  return state.name === undefined;
}

/** For `catch`: a function that was made is not lost, whatever happens to it next. */
function keep({ ref }: Job, made: FunctionAnswer, inputs: CloudFunctionInputs): (error: Error) => never {
  return (error) => {
    throw error instanceof PartialFailure ? error : new PartialFailure(idOf(ref), stateOf(ref, made, inputs), error);
  };
}
