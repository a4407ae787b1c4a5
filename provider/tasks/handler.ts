import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../api/connection";
import { ConflictError, NotFoundError, ignoreNotFound } from "../api/failures/errors";
import { hasEnded, TaskPoller } from "../api/calls/tasks";
import type { Clock } from "../api/transport/stop";
import { createClaim, managedElsewhereText } from "../core/claims";
import { describeFieldChanges, createIsHidden } from "../core/field-changes";
import { resolveLimit } from "../core/job";
import {
  describeLateOnDestroy,
  describeStay,
  resolveOnDestroy,
  createAbsenceError,
  describeUnfinished,
} from "../core/notices";
import { reconcile } from "../core/reconcile";
import { unknownObject, type Checked, type Difference, type Handler } from "../core/handler";
import type { OperationContext, ResourceDefinition } from "../core/handler";
import { readDefaultScope } from "../model/scope";
import { createJob, createPartialFailure, explainDelete, type OwnState } from "./apply";
import { findUnequalField, type JsonObject } from "../values/json";
import { defaults, type Answer, type Calls, type Inputs, type Ref, type State, type TaskKind } from "./kind";
import { explainNameTaken, planAbsence, planPresence, type Desired } from "./plan";
import { checkArguments } from "./schema";
import { containsUnknown } from "../core/tree";

/** Serves a resource of the kind. Tests pass a clock of their own. */
export class TaskHandler implements Handler<Inputs, State> {
  constructor(
    private readonly kind: TaskKind,
    private readonly connect: () => Connection,
    private readonly clock?: Clock,
  ) {}

  check(args: Record<string, unknown>): Checked<Inputs> {
    return checkArguments(this.kind, args, readDefaultScope(this.connect));
  }

  async checkAdoption(inputs: Inputs, { claims, secrets = [] }: OperationContext) {
    const ref = this.kind.toRef(inputs);
    if (!inputs.adopt || containsUnknown(ref) || claims.isDeleted(this.kind.ids.format(ref))) {
      return undefined;
    }
    const found = await this.calls.get(ref).catch(ignoreNotFound);
    if (!found) {
      return { failures: [{ property: "adopt", reason: describeNothingToAdopt(this.kind, ref) }], changes: [] };
    }
    const { kind } = this;
    const problem = kind.findAdoptionProblem(found, inputs);
    const desired = kind.pickDeclared(inputs);
    const breakage = kind.describeBreakage?.(kind.read(found));
    const isHidden = createIsHidden(kind.mayBeSecret, secrets);
    return {
      failures: problem ? [problem] : [],
      changes: [
        ...describeFieldChanges(kind.readDeclared(found, desired, {}), desired, isHidden),
        ...(breakage === undefined ? [] : [`its build, as ${breakage}`]),
      ],
    };
  }

  async findObstacle(inputs: Inputs): Promise<Error | undefined> {
    const ref = this.kind.toRef(inputs);
    if (inputs.adopt || containsUnknown(inputs)) {
      return undefined;
    }
    const found = await this.calls.peek(ref);
    return found && explainNameTaken({ kind: this.kind, ref, sent: [inputs] }, found, true);
  }

  diff(id: string, state: State, inputs: Inputs): Difference {
    const { kind } = this;
    const before: JsonObject = { ...kind.pickFixed(state), ...kind.ids.parse(id) };
    const replaces = kind.traits.replacedBy.filter((key) => inputs[key] !== before[key]);
    if (replaces.length > 0) {
      const keepsName = kind.ids.find(inputs) === id;
      const onDestroy = resolveOnDestroy(state);
      const changed = replaces.find((key) => typeof inputs[key] === "string");
      const message =
        `${changed}: cannot change in place, and the retained ${kind.noun} "${state.name}" keeps its name. To replace it, ` +
        `first run \`pulumi up\` with onDestroy: "delete" alone; to keep it, give the new ${kind.noun} another name`;
      const cannotReplace = keepsName && onDestroy === "retain" && changed !== undefined;
      return {
        changes: true,
        replaces,
        deletesLast: !keepsName,
        givesUp: onDestroy !== "retain",
        effects: describeLateOnDestroy(kind.noun, onDestroy, inputs.onDestroy),
        problem: cannotReplace ? new ConflictError({ message }) : undefined,
      };
    }
    const changes = !isDeepStrictEqual(this.pickChangeable(state), this.pickChangeable(inputs));
    const breakage = kind.describeBreakage?.(state);
    const rebuildReason = breakage && `is built again: ${breakage}`;
    return { changes, unfinished: describeUnfinished(state.operation, breakage !== undefined) ?? rebuildReason };
  }

  describeChanges(state: State, inputs: Inputs): string[] {
    return describeFieldChanges(this.pickChangeable(state), this.pickChangeable(inputs), () => true);
  }

  async create(inputs: Inputs, context: OperationContext) {
    const ref = this.kind.toRef(inputs);
    const id = this.kind.ids.format(ref);
    // After an interrupted replacement the new object may exist already; then Pulumi deletes nothing more.
    const adopts = inputs.adopt === true && (!context.claims.isDeleted(id) || (await this.exists(ref)));
    return { id, state: await this.ensure(ref, inputs, adopts, context) };
  }

  async update(id: string, state: State, inputs: Inputs, context: OperationContext) {
    const ref = this.kind.ids.parse(id);
    // After an unfinished creation the program may adopt what exists by now; otherwise the creation goes on.
    const adopts = inputs.adopt === true && !this.kind.isOwnByState(state) && (await this.exists(ref));
    return this.ensure(ref, inputs, adopts, context, state);
  }

  async delete(id: string, state: State, context: OperationContext): Promise<void> {
    const { kind } = this;
    const { claims, notify } = context;
    const subject = `${kind.noun} "${state.name}"`;
    if (resolveOnDestroy(state) === "retain") {
      return notify(`${subject} ${describeStay("retain")}`);
    }
    if (claims.findOtherHolder(id, state)) {
      return notify(`${subject} ${managedElsewhereText}`);
    }
    claims.markDeleted(id);
    const limit = resolveLimit(context, state.taskTimeoutSeconds ?? defaults.taskTimeoutSeconds, "taskTimeoutSeconds");
    const ownership = {
      kind,
      ref: kind.ids.parse(id),
      isProven: kind.isOwnByState(state),
      sent: [kind.toInputs(state)],
    };
    const { observed, progress } = await reconcile({
      ...createJob({ connection: this.connect(), context, clock: this.clock }, ownership, limit),
      operation: state.operation,
      plan: (now, progress) => planAbsence(ownership, now, progress),
      toPartialFailure: (error, progress) => explainDelete(kind, error, progress),
    });
    if (observed.actual) {
      notify(`${subject} stays on the platform: it is not the one that this resource created`);
    }
    const isUnfinished = state.operation?.kind === "create" && !progress.accepted && observed.tasks.length === 0;
    if (isUnfinished && !observed.actual) {
      notify(
        `${subject} is not on the platform, but its creation may not have finished. If it appears, delete it there`,
      );
    }
  }

  async read(id: string, state: Partial<State>) {
    const ref = this.kind.ids.parse(id);
    let found: State | undefined;
    if (state.name === undefined) {
      // Known only by its ID: every field counts as declared.
      const answer = await this.calls.get(ref).catch(ignoreNotFound);
      const known = answer && { ...this.kind.pickDeclared(this.kind.read(answer)), claim: state.claim };
      found = answer && this.kind.toState(ref, answer, known ?? {});
    } else {
      found = await this.refresh(ref, state as State);
    }
    return found && { inputs: this.kind.toInputs(found), state: found };
  }

  /** Creates, adopts, updates or resumes: all of them reconcile the object with its desired state. */
  private async ensure(
    ref: Ref,
    { adopt: _adopt, ...inputs }: Inputs,
    adopts: boolean,
    context: OperationContext,
    state?: State,
  ): Promise<State> {
    const { kind } = this;
    const dependencies = { connection: this.connect(), context, clock: this.clock };
    const isCreation = state ? state.operation?.kind === "create" : true;
    const { taskTimeoutSeconds, onDestroy } = inputs;
    const limit = resolveLimit(context, taskTimeoutSeconds, "taskTimeoutSeconds");
    const absence = adopts
      ? new NotFoundError({ message: `adopt: ${describeNothingToAdopt(kind, ref)}` })
      : createAbsenceError(`${kind.noun} ${kind.ids.format(ref)}`);
    const desired: Desired = {
      kind,
      ref,
      inputs,
      sent: state ? [kind.toInputs(state), inputs] : [inputs],
      isProven: adopts || (state !== undefined && kind.isOwnByState(state)),
      before: state ? kind.pickDeclared(state) : {},
      resends: state?.operation?.kind === "update" && state.operation.unconfirmed === true,
      whenAbsent: isCreation && !adopts ? "create" : absence,
      adopts,
      taskPath: dependencies.connection.taskPath,
    };
    const ownState: OwnState = {
      onDestroy,
      taskTimeoutSeconds,
      adopted: adopts || (state?.adopted ?? false),
      claim: adopts || isCreation ? createClaim() : state?.claim,
    };
    const { observed } = await reconcile({
      ...createJob(dependencies, desired, limit),
      operation: adopts ? undefined : state?.operation,
      first: state || adopts ? undefined : ({ kind: "create" } as const),
      plan: (now, progress) => planPresence(desired, now, progress),
      toPartialFailure: (error, progress, now) =>
        createPartialFailure(desired, limit, state, ownState, error, progress, now),
    });
    return kind.toState(ref, observed.actual ?? { name: ref.name }, { ...inputs, ...ownState });
  }

  /**
   * The current state; undefined if the object is gone. After an unfinished creation, the object is read only once
   * all tasks have ended. An unconfirmed change stays marked until an update confirms it.
   */
  private async refresh(ref: Ref, state: State): Promise<State | undefined> {
    const { kind } = this;
    const { operation } = state;
    const observed = await new TaskPoller(this.connect().tasks).poll(operation?.tasks ?? []);
    const open = observed.filter((task) => !hasEnded(task)).map(({ id }) => id);
    const hasFailed = observed.some((task) => task.state === "ERROR");
    const isUnproven = !this.kind.isOwnByState(state);
    if (isUnproven && (open.length > 0 || observed.length === 0)) {
      return state;
    }
    // A list must show every declared field, or a change of it could go unseen.
    const isAsKnown = (listed: Answer) =>
      findUnequalField(
        state,
        kind.toState(ref, listed, state, kind.readDeclared(listed, kind.pickDeclared(state), {})),
      ) === undefined;
    const answer = await this.calls.read(ref, isAsKnown).catch(ignoreNotFound);
    if (!answer || (isUnproven && hasFailed)) {
      return undefined;
    }
    if (!operation && /^deleting$/i.test(answer.status ?? "")) {
      // A failed delete leaves no mark in the state, and without one the next `up` would change nothing.
      return kind.toState(ref, answer, { ...state, operation: { kind: "delete" } });
    }
    const isChanging = open.length > 0 || kind.findTransition(answer) !== undefined;
    return operation && (isChanging || operation.unconfirmed)
      ? kind.toState(
          ref,
          answer,
          { ...state, operation: operation.tasks ? { ...operation, tasks: open } : operation },
          kind.pickDeclared(state),
        )
      : kind.toState(ref, answer, { ...state, operation: undefined });
  }

  private get calls(): Calls {
    return this.kind.getCalls(this.connect());
  }

  /** What changes in place: fields of the object, and options of the resource itself. */
  private pickChangeable(values: Inputs | State): object {
    const { onDestroy, taskTimeoutSeconds } = values;
    return { ...this.kind.pickDeclared(values), onDestroy, taskTimeoutSeconds };
  }

  private async exists(ref: Ref): Promise<boolean> {
    return (await this.calls.get(ref).catch(ignoreNotFound)) !== undefined;
  }
}

/** The definition that hosts serve of a kind. */
export function defineResource(kind: TaskKind): ResourceDefinition<Inputs, State> {
  return {
    noun: kind.noun,
    product: "cloud",
    findLabel: ({ name }) => name,
    listDeclarations: (values) => {
      const key = kind.ids.find(values);
      if (values.adopt) {
        const advice = `Only one resource can manage a ${kind.noun}`;
        return [{ property: "adopt", key: key ?? unknownObject, advice, object: "taken" }];
      }
      const advice = `Names are unique in a ${kind.container}`;
      return key === undefined ? [] : [{ property: "name", key, advice, object: "made" }];
    },
    args: kind.args,
    findId: (values) => kind.ids.find(values),
    traits: kind.traits,
    createHandler: (...needs) => new TaskHandler(kind, ...needs),
  };
}

function describeNothingToAdopt(kind: TaskKind, ref: Ref): string {
  return (
    `is true, but ${kind.describePlace(ref, true)} has no ${kind.noun} "${ref.name}"; ` +
    `correct the name, or leave adopt out to create the ${kind.noun}`
  );
}
