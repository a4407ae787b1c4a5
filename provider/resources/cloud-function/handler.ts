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
import { underWay } from "./delta";
import { appearanceSeconds, follow, goesOn, type Job } from "./follow";
import { isSettled, isUnconfirmed, whatIsLeft, withoutProof } from "./ownership";
import { readAgain, readNew } from "./read";
import { remove } from "./remove";
import { defaults, replacedBy, type CloudFunctionInputs, type CloudFunctionState } from "./schema";
import { settle, type Change } from "./settle";
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
    const change = { inputs, before: declaredIn(inputs) };
    const answer = await this.enableOrDisable(job, made, change).catch(keep(job, made, change));
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
    const { left } = await this.resume(job, state);
    const made = await this.finishCreation(job, left, inputs);
    const change = { inputs, before: declaredIn(state) };
    const answer = await settle(job, change).catch(
      made
        ? keep(job, made, change)
        : explainNotFound(
            `function ${id} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
          ),
    );
    return stateOf(job.ref, answer, inputs);
  }

  async delete(id: string, state: CloudFunctionState): Promise<void> {
    const job = this.job(refOf(id), state);
    const { left, hasFailed } = await this.resume(job, state, "running it again resumes the wait");
    await remove(job, left, hasFailed ? 0 : appearanceSeconds);
  }

  private job(ref: FunctionRef, { taskTimeoutSeconds }: Partial<CloudFunctionInputs>): Job {
    const { functions, tasks } = this.connect();
    const { waits, clock } = this;
    return { ref, functions, tasks, waits, clock, timeoutSeconds: taskTimeoutSeconds ?? defaults.taskTimeoutSeconds };
  }

  /** The one field that can only be told to a function that is there. */
  private async enableOrDisable(job: Job, made: FunctionAnswer, change: Change): Promise<FunctionAnswer> {
    const { disabled } = change.inputs;
    return disabled === undefined || disabled === (made.disabled ?? false) ? made : settle(job, change);
  }

  /**
   * Waits for tasks of an earlier operation, and answers the state to go on with. What became of a task that failed, that
   * is forgotten, or whose state nobody knows, only a look can tell.
   */
  private async resume(job: Job, state: CloudFunctionState, next?: string) {
    const { pendingTasks: tasks = [] } = state;
    try {
      // A limit that is shorter than the platform's memory must not keep a forgotten task in the way for ever.
      const isFinished = await follow(job, tasks, Math.min(unknownTaskSeconds, job.timeoutSeconds));
      return { left: isFinished ? state : withoutProof(state), hasFailed: false };
    } catch (error) {
      const hasFailed = error instanceof TaskFailedError;
      if (hasFailed || error instanceof TaskStateError) {
        return { left: withoutProof(state), hasFailed };
      }
      throw goesOn(error, tasks, next);
    }
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
    const found = isUnconfirmed(state) ? undefined : await job.functions.get(job.ref).catch(undefinedIfNotFound);
    return found ? undefined : createOnce(job, inputs, inputsOf(state));
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
function keep({ ref }: Job, made: FunctionAnswer, { inputs, before }: Change): (error: Error) => never {
  return (error) => {
    const state = stateOf(ref, made, inputs, underWay(made, declaredIn(inputs), before));
    throw error instanceof PartialFailure ? error : new PartialFailure(idOf(ref), state, error);
  };
}
