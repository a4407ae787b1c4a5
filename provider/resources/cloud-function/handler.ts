import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../api/connection";
import type { FunctionAnswer, FunctionRef } from "../../api/endpoints/functions";
import { TaskFailedError, explainNotFound, undefinedIfNotFound } from "../../api/errors";
import { openTasks } from "../../api/tasks";
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
import { remove } from "./remove";
import { defaults, replacedBy, type CloudFunctionInputs, type CloudFunctionState } from "./schema";
import { settle } from "./settle";
import { everythingOf, idOf, inputsOf, refOf, stateOf } from "./wire";

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
    return { changes, unfinished: state.pendingTasks !== undefined || state.functionId === undefined };
  }

  async create(inputs: CloudFunctionInputs): Promise<{ id: string; state: CloudFunctionState }> {
    const { projectId, regionId, namespace, name } = inputs;
    const job = this.job({ projectId, regionId, namespace, name }, inputs);
    const made = await createOnce(job, inputs);
    const id = idOf(job.ref);
    const answer = await this.enableOrDisable(job, made, inputs).catch((error: Error) => {
      throw error instanceof PartialFailure ? error : new PartialFailure(id, stateOf(job.ref, made, inputs), error);
    });
    return { id, state: stateOf(job.ref, answer, inputs) };
  }

  async read(id: string, state: Partial<CloudFunctionState>) {
    const { functions, tasks } = this.connect();
    const ref = refOf(id);
    const answer = await functions.get(ref).catch(undefinedIfNotFound);
    const open = await openTasks(tasks, state.pendingTasks ?? []);
    if (!answer && open.length === 0) {
      return undefined;
    }
    const pendingTasks = open.length > 0 ? open : undefined;
    const known = isUnknown(state) && answer ? everythingOf(answer) : { ...state, pendingTasks };
    const found = answer ? stateOf(ref, answer, known) : (known as CloudFunctionState);
    return { inputs: inputsOf(found), state: found };
  }

  async update(id: string, state: CloudFunctionState, inputs: CloudFunctionInputs): Promise<CloudFunctionState> {
    const job = this.job(refOf(id), inputs);
    await this.resume(job, state.pendingTasks);
    if (state.functionId === undefined) {
      await this.finishCreation(job, state, inputs);
    }
    const answer = await settle(job, { wanted: declaredIn(inputs), before: declaredIn(state), known: inputs }).catch(
      explainNotFound(
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
      : settle(job, { wanted: { disabled }, before: {}, known: inputs });
  }

  /** Waits for tasks of an earlier operation. What became of one that failed, a look will tell. */
  private async resume(job: Job, tasks: readonly string[] = []): Promise<void> {
    try {
      await follow(job, tasks);
    } catch (error) {
      if (!(error instanceof TaskFailedError)) {
        throw goesOn(error, tasks);
      }
    }
  }

  private async finishCreation(job: Job, state: CloudFunctionState, inputs: CloudFunctionInputs): Promise<void> {
    const found = await job.functions.get(job.ref).catch(undefinedIfNotFound);
    // If the platform had told tasks, it had taken the request: what is there now is the result.
    if (!found || !state.pendingTasks) {
      await createOnce(job, inputs, inputsOf(state));
    }
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
function isUnknown(state: Partial<CloudFunctionState>): boolean {
  return state.name === undefined;
}
