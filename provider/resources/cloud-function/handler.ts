import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../api/connection";
import type { FunctionAnswer, FunctionRef } from "../../api/calls/functions";
import { ConflictError, NotFoundError, ignoreNotFound } from "../../api/failures/errors";
import { findUnequalField } from "../../api/calls/answers";
import { hasEnded, TaskPoller } from "../../api/calls/tasks";
import type { Clock } from "../../api/transport/stop";
import { createAbsenceError } from "../../core/absence";
import { createClaim, managedElsewhereText } from "../../core/claims";
import { describeFieldChanges, createIsHidden } from "../../core/field-changes";
import { warnOfIgnoredChange } from "../../core/ignored-changes";
import { resolveLimit } from "../../core/limit";
import { describeLateOnDestroy, describeStay, resolveOnDestroy } from "../../core/on-destroy";
import { reconcile } from "../../core/reconcile";
import { describeUnfinished } from "../../core/unfinished";
import type { Checked, Difference, Handler, OperationContext, ResourceDefinition } from "../../core/handler";
import { containsUnknown } from "../../core/unknown";
import { describeScope, readDefaultScope } from "../../model/scope";
import { createJob, createPartialFailure, explainDelete, type OwnState } from "./apply";
import { mayBeSecret, readFunction } from "../../model/cloud-function";
import { pickDeclared, argsSchema, defaults, type CloudFunctionInputs, type CloudFunctionState } from "./schema";
import { checkCloudFunction, listDeclarations } from "./check";
import { describeBreakage, findTransition, withResets } from "./delta";
import { explainNameTaken } from "./observation";
import { planAbsence, planPresence, type Desired } from "./plan";
import { traits } from "./traits";
import { ids, toInputs, readDeclared, toRef, findRuntimeProblem, toState } from "./wire";

/** Serves `CloudFunction`. Tests pass a clock of their own. */
export class CloudFunctionHandler implements Handler<CloudFunctionInputs, CloudFunctionState> {
  constructor(
    private readonly connect: () => Connection,
    private readonly clock?: Clock,
  ) {}

  check(args: Record<string, unknown>): Checked<CloudFunctionInputs> {
    return checkCloudFunction(args, readDefaultScope(this.connect));
  }

  async checkAdoption(inputs: CloudFunctionInputs, { claims, secrets = [] }: OperationContext) {
    const ref = toRef(inputs);
    if (!inputs.adopt || containsUnknown(ref) || claims.isDeleted(ids.format(ref))) {
      return undefined;
    }
    const found = await this.connect().functions.read(ref).catch(ignoreNotFound);
    if (!found) {
      return { failures: [{ property: "adopt", reason: describeNothingToAdopt(ref) }], changes: [] };
    }
    const problem = findRuntimeProblem(found, inputs);
    const desired = pickDeclared(inputs);
    const breakage = describeBreakage(readFunction(found));
    return {
      failures: problem ? [{ property: "runtime", reason: problem }] : [],
      changes: [
        ...describeFieldChanges(readDeclared(found, desired, {}), desired, createIsHidden(mayBeSecret, secrets)),
        ...(breakage === undefined ? [] : [`its build, as ${breakage}`]),
      ],
    };
  }

  async findObstacle(inputs: CloudFunctionInputs): Promise<Error | undefined> {
    const ref = toRef(inputs);
    if (inputs.adopt || containsUnknown(inputs)) {
      return undefined;
    }
    const found = await this.connect().functions.peek(ref);
    return found && explainNameTaken({ ref, sent: [inputs] }, found, true);
  }

  diff(id: string, state: CloudFunctionState, inputs: CloudFunctionInputs): Difference {
    const before = { runtime: state.runtime, ...ids.parse(id) };
    const replaces = traits.replacedBy.filter((key) => inputs[key] !== before[key]);
    if (replaces.length > 0) {
      const keepsName = ids.find(inputs) === id;
      const onDestroy = resolveOnDestroy(state);
      const isRetained = onDestroy === "retain";
      const isNameTaken =
        keepsName && isRetained && state.functionId !== undefined && typeof inputs.runtime === "string";
      return {
        changes: true,
        replaces,
        deletesLast: !keepsName,
        givesUp: !isRetained,
        effects: describeLateOnDestroy("function", onDestroy, inputs.onDestroy),
        problem: isNameTaken ? explainRetainedRuntime(state) : undefined,
      };
    }
    const changes = !isDeepStrictEqual(pickChangeable(state), pickChangeable(inputs));
    const breakage = describeBreakage(state);
    const rebuildReason = breakage && `is built again: ${breakage}`;
    return { changes, unfinished: describeUnfinished(state.operation, breakage !== undefined) ?? rebuildReason };
  }

  describeChanges(state: CloudFunctionState, inputs: CloudFunctionInputs): string[] {
    return describeFieldChanges(pickChangeable(state), pickChangeable(inputs), () => true);
  }

  async create(inputs: CloudFunctionInputs, context: OperationContext) {
    const ref = toRef(inputs);
    const id = ids.format(ref);
    // After an interrupted replacement the new function may exist already; then Pulumi deletes nothing more.
    const isDeleted = inputs.adopt === true && context.claims.isDeleted(id) && !(await this.exists(ref));
    if (isDeleted) {
      context.notify(`function "${ref.name}" was deleted earlier in this run, so it is created anew`);
    }
    return { id, state: await this.ensure(ref, inputs, inputs.adopt === true && !isDeleted, context) };
  }

  async update(id: string, state: CloudFunctionState, inputs: CloudFunctionInputs, context: OperationContext) {
    const ref = ids.parse(id);
    // After an unfinished creation the program may adopt what exists by now; otherwise the creation goes on.
    const adopts = inputs.adopt === true && !isOwnByState(state) && (await this.exists(ref));
    return this.ensure(ref, inputs, adopts, context, state);
  }

  async delete(id: string, state: CloudFunctionState, context: OperationContext): Promise<void> {
    const { claims, notify } = context;
    if (resolveOnDestroy(state) === "retain") {
      return notify(`function "${state.name}" ${describeStay("retain")}`);
    }
    if (claims.findOtherHolder(id, state)) {
      return notify(`function "${state.name}" ${managedElsewhereText}`);
    }
    claims.markDeleted(id);
    const ref = ids.parse(id);
    const limit = resolveLimit(context, state.taskTimeoutSeconds ?? defaults.taskTimeoutSeconds, "taskTimeoutSeconds");
    const sent = [toInputs(state)];
    const ownership = { ref, isProven: isOwnByState(state), sent, timeoutSeconds: limit.timeoutSeconds };
    const { observed, progress } = await reconcile({
      ...createJob({ connection: this.connect(), context, clock: this.clock }, { ref, limit, sent }),
      operation: state.operation,
      plan: (now, progress) => planAbsence(ownership, now, progress),
      toPartialFailure: (error, progress) => explainDelete(error, progress, limit),
    });
    if (observed.actual) {
      notify(`function "${state.name}" stays on the platform: it is not the one that this resource created`);
    }
    const { operation } = state;
    const hasGivenUp = operation?.kind === "create" && !progress.accepted && progress.operation?.tasks?.length === 0;
    if (hasGivenUp && !observed.actual && operation.tasks?.length) {
      notify(
        `function "${state.name}" is not on the platform, but its creation has not finished there ` +
          `(${operation.tasks.map((id) => `task ${id}`).join(", ")}). If it appears later, delete it there`,
      );
    }
  }

  async read(id: string, state: Partial<CloudFunctionState>) {
    const ref = ids.parse(id);
    let found: CloudFunctionState | undefined;
    if (state.name === undefined) {
      // Known only by its ID: every field counts as declared.
      const answer = await this.connect().functions.get(ref).catch(ignoreNotFound);
      found = answer && toState(ref, answer, { ...pickDeclared(readFunction(answer)), claim: state.claim });
    } else {
      found = await this.refresh(ref, state as CloudFunctionState);
    }
    return found && { inputs: toInputs(found), state: found };
  }

  /** Creates, adopts, updates or resumes: all of them reconcile the function with its desired state. */
  private async ensure(
    ref: FunctionRef,
    { adopt: _adopt, ...inputs }: CloudFunctionInputs,
    adopts: boolean,
    context: OperationContext,
    state?: CloudFunctionState,
  ): Promise<CloudFunctionState> {
    const dependencies = { connection: this.connect(), context, clock: this.clock };
    const isCreation = state ? state.operation?.kind === "create" : true;
    const { taskTimeoutSeconds, onDestroy } = inputs;
    const limit = resolveLimit(context, taskTimeoutSeconds, "taskTimeoutSeconds");
    const sent = state ? [toInputs(state), inputs] : [inputs];
    const whenAbsent = adopts
      ? new NotFoundError({ message: `adopt: ${describeNothingToAdopt(ref)}` })
      : isCreation
        ? "create"
        : createAbsenceError(`function ${ids.format(ref)}`);
    const desired: Desired = {
      ref,
      inputs,
      sent,
      timeoutSeconds: limit.timeoutSeconds,
      isProven: adopts || (state !== undefined && isOwnByState(state)),
      before: state ? pickDeclared(state) : {},
      resends: state?.operation?.kind === "update" && state.operation.unconfirmed === true,
      whenAbsent,
      adopts,
      taskPath: dependencies.connection.taskPath,
    };
    const ownState: OwnState = {
      onDestroy,
      taskTimeoutSeconds,
      adopted: adopts || (state?.adopted ?? false),
      claim: adopts || isCreation ? createClaim() : state?.claim,
    };
    const { observed, progress } = await reconcile({
      ...createJob(dependencies, { ref, limit, sent, whenAbsent }),
      operation: adopts ? undefined : state?.operation,
      first: state || adopts ? undefined : ({ kind: "create" } as const),
      plan: (now, progress) => planPresence(desired, now, progress),
      toPartialFailure: (error, progress, now) =>
        createPartialFailure(desired, limit, state, ownState, error, progress, now),
    });
    const { actual } = observed;
    // Until the platform has finished, it may show older values.
    if (actual && progress.accepted && findTransition(actual) === undefined) {
      const wanted = withResets(pickDeclared(inputs), desired.before);
      warnOfIgnoredChange(context, `function "${ref.name}"`, [readDeclared(actual, wanted), wanted], {
        hidden: mayBeSecret,
      });
    }
    return toState(ref, actual ?? { name: ref.name }, { ...inputs, ...ownState });
  }

  /**
   * The current state; undefined if the function is gone. After an unfinished creation, the function is read only once
   * all tasks have ended. An unconfirmed change stays marked until an update confirms it.
   */
  private async refresh(ref: FunctionRef, state: CloudFunctionState): Promise<CloudFunctionState | undefined> {
    const { functions, tasks } = this.connect();
    const { operation } = state;
    const observed = await new TaskPoller(tasks).poll(operation?.tasks ?? []);
    const open = observed.filter((task) => !hasEnded(task)).map(({ id }) => id);
    const hasFailed = observed.some((task) => task.state === "ERROR");
    const isUnproven = !isOwnByState(state);
    if (isUnproven && (open.length > 0 || observed.length === 0)) {
      return state;
    }
    // A list must show every declared field, or a change of it could go unseen.
    const isAsKnown = (listed: FunctionAnswer) =>
      findUnequalField(state, toState(ref, listed, state, readDeclared(listed, pickDeclared(state), {}))) === undefined;
    const answer = await functions.read(ref, isAsKnown).catch(ignoreNotFound);
    if (!answer || (isUnproven && hasFailed)) {
      return undefined;
    }
    if (!operation && /^deleting$/i.test(answer.status ?? "")) {
      // A failed delete leaves no mark in the state, and without one the next `up` would change nothing.
      return toState(ref, answer, { ...state, operation: { kind: "delete" } });
    }
    const isChanging = open.length > 0 || findTransition(answer) !== undefined;
    return operation && (isChanging || operation.unconfirmed)
      ? toState(
          ref,
          answer,
          { ...state, operation: operation.tasks ? { ...operation, tasks: open } : operation },
          pickDeclared(state),
        )
      : toState(ref, answer, { ...state, operation: undefined });
  }

  private async exists(ref: FunctionRef): Promise<boolean> {
    return (await this.connect().functions.get(ref).catch(ignoreNotFound)) !== undefined;
  }
}

/** Serves `CloudFunction`. */
export const cloudFunction: ResourceDefinition<CloudFunctionInputs, CloudFunctionState> = {
  noun: "function",
  product: "cloud",
  findLabel: ({ name }) => name,
  listDeclarations,
  args: argsSchema,
  findId: (values) => ids.find(values),
  traits,
  createHandler: (connection) => new CloudFunctionHandler(connection),
};

/** What changes in place: fields of the function, and options of the resource itself. */
function pickChangeable(values: CloudFunctionInputs | CloudFunctionState): object {
  const { onDestroy, taskTimeoutSeconds } = values;
  return { ...pickDeclared(values), onDestroy, taskTimeoutSeconds };
}

/** Whether the state proves ownership: after an unfinished creation only with the ID of the function. */
function isOwnByState({ functionId, operation }: CloudFunctionState): boolean {
  return operation?.kind !== "create" || functionId !== undefined;
}

/** The replacement needs the name, which the retained function keeps. */
function explainRetainedRuntime({ name, runtime }: CloudFunctionState): Error {
  return new ConflictError({
    message:
      `runtime: cannot change in place, and the function "${name}" is to be retained, so its name stays taken. To replace ` +
      `it, first set onDestroy: "delete" with runtime ${JSON.stringify(runtime)} and run \`pulumi up\`, then change the ` +
      "runtime; to keep it, give the new function another name",
  });
}

function describeNothingToAdopt(ref: FunctionRef): string {
  return (
    `is true, but the namespace "${ref.namespace}" of ${describeScope(ref)} has no function "${ref.name}"; ` +
    "correct the name, or leave adopt out to create the function"
  );
}
