import { isDeepStrictEqual } from "node:util";
import { functionIdOf, functionRefOf } from "../../model/resource-ids";
import type { Connection } from "../../api/connection";
import type { FunctionRef } from "../../api/calls/functions";
import { ConflictError, NotFoundError, undefinedIfNotFound } from "../../api/failures/errors";
import { hasEnded, TaskPoller } from "../../api/calls/task-poller";
import type { Clock } from "../../api/transport/clock";
import { explainAbsence } from "../../core/absence";
import { newClaim } from "../../core/claims";
import { fieldChanges, hideIn } from "../../core/field-changes";
import { limitOf } from "../../core/limit";
import { resolveOnDestroy } from "../../core/on-destroy";
import { reconcile } from "../../core/reconcile";
import { unfinishedText } from "../../core/unfinished";
import type { Adoption, Checked, Difference, Handler, OperationContext, ResourceDefinition } from "../../core/handler";
import { containsUnknown } from "../../core/unknown";
import { defaultScope } from "../../model/scope";
import { functionJob, partialFailureOf, explainDelete, type FunctionDependencies, type OwnState } from "./apply";
import { mayBeSecret, readFunction } from "../../model/cloud-function";
import { declaredIn } from "./normalize";
import { checkCloudFunction, listDeclarations } from "./check";
import { breakageOf, isBeingDeleted, transitionOf } from "./delta";
import { explainNameTaken, planAbsence, planPresence, type Ownership, type Desired } from "./plan";
import { argsSchema, defaults, stateSchema, type CloudFunctionInputs, type CloudFunctionState } from "./schema";
import { traits } from "./traits";
import { everythingOf, idIn, inputsOf, onPlatform, refIn, runtimeProblem, stateOf } from "./wire";

/** Serves `CloudFunction`. Tests pass a clock of their own. */
export class CloudFunctionHandler implements Handler<CloudFunctionInputs, CloudFunctionState> {
  constructor(
    private readonly connect: () => Connection,
    private readonly clock?: Clock,
  ) {}

  check(args: Record<string, unknown>): Checked<CloudFunctionInputs> {
    return checkCloudFunction(args, defaultScope(this.connect));
  }

  async adoption(
    inputs: CloudFunctionInputs,
    { claims, secrets = [] }: OperationContext,
  ): Promise<Adoption | undefined> {
    const ref = refIn(inputs);
    if (!inputs.adopt || containsUnknown(ref) || claims.isDeleted(functionIdOf(ref))) {
      return undefined;
    }
    const found = await this.connect().functions.get(ref).catch(undefinedIfNotFound);
    if (!found) {
      return { failures: [{ property: "adopt", reason: nothingToAdopt(ref) }], changes: [] };
    }
    const problem = runtimeProblem(found, inputs);
    const desired = declaredIn(inputs);
    const breakage = breakageOf(readFunction(found));
    return {
      failures: problem ? [{ property: "runtime", reason: problem }] : [],
      changes: [
        ...fieldChanges(onPlatform(found, desired, {}), desired, hideIn(mayBeSecret, secrets)),
        ...(breakage === undefined ? [] : [`its build, as ${breakage}`]),
      ],
    };
  }

  async obstacle(inputs: CloudFunctionInputs): Promise<Error | undefined> {
    const ref = refIn(inputs);
    if (inputs.adopt || containsUnknown(inputs)) {
      return undefined;
    }
    const found = await this.connect().functions.get(ref).catch(undefinedIfNotFound);
    return found && explainNameTaken({ ref, sent: [inputs] }, found, true);
  }

  diff(id: string, state: CloudFunctionState, inputs: CloudFunctionInputs, { claims }: OperationContext): Difference {
    const before = { runtime: state.runtime, ...functionRefOf(id) };
    const replaces = traits.replacedBy.filter((key) => inputs[key] !== before[key]);
    if (replaces.length > 0) {
      const successor = idIn(inputs);
      const keepsName = successor === id;
      if (keepsName && isRetained(state) && state.functionId !== undefined && typeof inputs.runtime === "string") {
        throw runtimeOfRetained(state);
      }
      if (!isRetained(state)) {
        claims.markReplaced(id, successor);
      }
      return { changes: true, replaces, deletesLast: !keepsName };
    }
    const changes = !isDeepStrictEqual(changeableIn(state), changeableIn(inputs));
    const breakage = breakageOf(state);
    const isBuiltAgain = breakage && `is built again: ${breakage}`;
    return { changes, unfinished: unfinishedText(state.operation) ?? isBuiltAgain };
  }

  describeChanges(state: CloudFunctionState, inputs: CloudFunctionInputs): string[] {
    return fieldChanges(changeableIn(state), changeableIn(inputs), () => true);
  }

  async create(inputs: CloudFunctionInputs, context: OperationContext) {
    const ref = refIn(inputs);
    const id = functionIdOf(ref);
    const isDeleted = inputs.adopt === true && context.claims.isDeleted(id);
    if (isDeleted) {
      context.notice(`function "${ref.name}" was deleted earlier in this run, so it is created anew`);
    }
    return { id, state: await this.ensure(ref, inputs, inputs.adopt === true && !isDeleted, context) };
  }

  update(
    id: string,
    state: CloudFunctionState,
    inputs: CloudFunctionInputs,
    context: OperationContext,
  ): Promise<CloudFunctionState> {
    // After an unconfirmed creation, the existing function may be adopted, too.
    const adopts = inputs.adopt === true && !isOwnBy(state);
    return this.ensure(functionRefOf(id), inputs, adopts, context, state);
  }

  async delete(id: string, state: CloudFunctionState, context: OperationContext): Promise<void> {
    const { claims, notice } = context;
    if (isRetained(state)) {
      return;
    }
    const reasonToStay = claims.reasonToStay(id, state);
    if (reasonToStay !== undefined) {
      return notice(`function "${state.name}" ${reasonToStay}`);
    }
    claims.markDeleted(id);
    const ref = functionRefOf(id);
    const limit = limitOf(context, state.taskTimeoutSeconds ?? defaults.taskTimeoutSeconds, "taskTimeoutSeconds");
    const { timeoutSeconds } = limit;
    const sent = [inputsOf(state)];
    const unwanted: Ownership = { ref, isOwn: isOwnBy(state), sent, timeoutSeconds };
    const { observed, progress } = await reconcile({
      ...functionJob(this.collectDependencies(context), { ref, limit, sent }),
      operation: state.operation,
      plan: (now, past) => planAbsence(unwanted, now, past),
      toPartialFailure: (error, past) => explainDelete(error, past, limit),
    });
    if (observed.actual) {
      notice(`function "${state.name}" stays on the platform: it is not the one that this resource created`);
    }
    const { operation } = state;
    const hasGivenUp = operation?.kind === "create" && !progress.accepted && progress.operation?.tasks?.length === 0;
    if (hasGivenUp && !observed.actual && operation.tasks?.length) {
      notice(
        `function "${state.name}" is not on the platform, but its creation has not finished there ` +
          `(${operation.tasks.map((id) => `task ${id}`).join(", ")}). If it appears later, delete it there`,
      );
    }
  }

  async read(id: string, state: Partial<CloudFunctionState>) {
    const ref = functionRefOf(id);
    const found =
      state.name === undefined
        ? await this.readNew(ref, state.claim)
        : await this.readAgain(ref, state as CloudFunctionState);
    return found && { inputs: inputsOf(found), state: found };
  }

  /** Creates, adopts, updates or resumes: all of them reconcile the function with its desired state. */
  private async ensure(
    ref: FunctionRef,
    { adopt: _adopt, ...inputs }: CloudFunctionInputs,
    adopts: boolean,
    context: OperationContext,
    state?: CloudFunctionState,
  ): Promise<CloudFunctionState> {
    const dependencies = this.collectDependencies(context);
    const isCreation = state ? state.operation?.kind === "create" : true;
    const { taskTimeoutSeconds, onDestroy } = inputs;
    const limit = limitOf(context, taskTimeoutSeconds, "taskTimeoutSeconds");
    const sent = state ? [inputsOf(state), inputs] : [inputs];
    const whenAbsent = absence(ref, adopts, isCreation);
    const desired: Desired = {
      ref,
      inputs,
      sent,
      timeoutSeconds: limit.timeoutSeconds,
      isOwn: adopts || (state !== undefined && isOwnBy(state)),
      before: state ? declaredIn(state) : {},
      resends: state?.operation?.kind === "update" && state.operation.unconfirmed === true,
      whenAbsent,
      adopts,
      taskPath: dependencies.connection.taskPath,
    };
    const kept: OwnState = {
      onDestroy,
      taskTimeoutSeconds,
      adopted: adopts || (state?.adopted ?? false),
      claim: adopts || isCreation ? newClaim() : state?.claim,
    };
    const { observed } = await reconcile({
      ...functionJob(dependencies, { ref, limit, sent, whenAbsent }),
      operation: adopts ? undefined : state?.operation,
      first: state || adopts ? undefined : ({ kind: "create" } as const),
      plan: (now, past) => planPresence(desired, now, past),
      toPartialFailure: (error, past, now) => partialFailureOf(desired, limit, state, kept, error, past, now),
    });
    return stateOf(ref, observed.actual ?? { name: ref.name }, { ...inputs, ...kept });
  }

  /** The state of a function that is known only by its ID: every field counts as declared. */
  private async readNew(ref: FunctionRef, claim?: string): Promise<CloudFunctionState | undefined> {
    const answer = await this.connect().functions.get(ref).catch(undefinedIfNotFound);
    return answer && stateOf(ref, answer, { ...everythingOf(answer), claim });
  }

  /**
   * The current state; undefined if the function is gone. After an unfinished creation, the function is read only once
   * all tasks have ended. An unconfirmed change stays marked until an update confirms it.
   */
  private async readAgain(ref: FunctionRef, state: CloudFunctionState): Promise<CloudFunctionState | undefined> {
    const { functions, tasks } = this.connect();
    const { operation } = state;
    const observed = await new TaskPoller(tasks).poll(operation?.tasks ?? []);
    const open = observed.filter((task) => !hasEnded(task)).map(({ id }) => id);
    const hasFailed = observed.some((task) => task.state === "ERROR");
    const isUnproven = !isOwnBy(state);
    if (isUnproven && (open.length > 0 || observed.length === 0)) {
      return state;
    }
    const answer = await functions.get(ref).catch(undefinedIfNotFound);
    if (!answer || (isUnproven && hasFailed)) {
      return undefined;
    }
    if (!operation && isBeingDeleted(answer)) {
      // A failed delete has left no mark in the state; without one, the next `up` would change nothing.
      return stateOf(ref, answer, { ...state, operation: { kind: "delete" } });
    }
    const isChanging = open.length > 0 || transitionOf(answer) !== undefined;
    return operation && (isChanging || operation.unconfirmed)
      ? stateOf(
          ref,
          answer,
          { ...state, operation: operation.tasks ? { ...operation, tasks: open } : operation },
          declaredIn(state),
        )
      : stateOf(ref, answer, { ...state, operation: undefined });
  }

  private collectDependencies(context: OperationContext): FunctionDependencies {
    return { connection: this.connect(), context, clock: this.clock };
  }
}

/** Serves `CloudFunction`. */
export const cloudFunction: ResourceDefinition<CloudFunctionInputs, CloudFunctionState> = {
  noun: "function",
  product: "cloud",
  label: ({ name }) => name,
  adopts: ({ adopt }) => adopt === true,
  declares: listDeclarations,
  args: argsSchema,
  idOf: idIn,
  state: stateSchema,
  traits,
  handler: (connection) => new CloudFunctionHandler(connection),
};

/** What changes in place: fields of the function, and options of the resource itself. */
function changeableIn(values: CloudFunctionInputs | CloudFunctionState): object {
  const { onDestroy, taskTimeoutSeconds } = values;
  return { ...declaredIn(values), onDestroy, taskTimeoutSeconds };
}

/** Whether the state proves that the function is the resource's own: only an unfinished creation leaves that open. */
function isOwnBy({ functionId, operation }: CloudFunctionState): boolean {
  return operation?.kind !== "create" || functionId !== undefined;
}

function isRetained(state: CloudFunctionState): boolean {
  return resolveOnDestroy(state) === "retain";
}

/** The replacement needs the name, which the retained function keeps. */
function runtimeOfRetained({ name, runtime }: CloudFunctionState): Error {
  return new ConflictError({
    message:
      `runtime: cannot change in place, and the function "${name}" is to be retained, so its name stays taken. To replace ` +
      `it, first set onDestroy: "delete" with runtime ${JSON.stringify(runtime)} and run \`pulumi up\`; to keep it, give ` +
      "the new function another name",
  });
}

function absence(ref: FunctionRef, adopts: boolean, isCreation: boolean): "create" | Error {
  if (adopts) {
    return new NotFoundError({ message: `adopt: ${nothingToAdopt(ref)}` });
  }
  return isCreation ? "create" : explainAbsence(`function ${functionIdOf(ref)}`);
}

function nothingToAdopt({ projectId, regionId, namespace, name }: FunctionRef): string {
  return (
    `is true, but the namespace "${namespace}" of project ${projectId}, region ${regionId} has no function "${name}"; ` +
    "correct the name, or leave adopt out to create the function"
  );
}
