import { ignoreNotFound } from "../api/failures/errors";
import { hasEnded } from "../api/calls/tasks";
import { managedElsewhereText } from "../core/claims";
import { describeFieldChanges, createIsHidden } from "../core/field-changes";
import { describeLateOnDestroy, describeStay, describeUnfinished, resolveOnDestroy, toConflict } from "../core/notices";
import { ConnectedHandler, unknownObject, type Checked, type Difference, type Handler } from "../core/handler";
import type { OperationContext, ResourceDefinition } from "../core/handler";
import { containsUnknown } from "../core/tree";
import { readDefaultScope } from "../model/scope";
import { findUnequalField, type JsonObject } from "../values/json";
import { remove } from "./absence";
import type { Answer, Inputs, Ref, State, TaskKind } from "./kind";
import { ensure, explainNameTaken } from "./presence";

export class TaskHandler extends ConnectedHandler implements Handler<Inputs, State> {
  constructor(
    private readonly kind: TaskKind,
    ...needs: ConstructorParameters<typeof ConnectedHandler>
  ) {
    super(...needs);
  }

  check(args: Record<string, unknown>): Checked<Inputs> {
    return this.kind.check(args, readDefaultScope(this.connect));
  }

  async checkAdoption(inputs: Inputs, { claims, secrets, marked }: OperationContext) {
    const { kind } = this;
    const ref = kind.toRef(inputs);
    // An object that this run deletes is not adopted, but created again.
    if (inputs.adopt !== true || containsUnknown(ref) || claims.deleted.has(kind.ids.format(ref))) {
      return undefined;
    }
    const found = await this.find(ref);
    if (!found) {
      return { failures: [{ property: "adopt", reason: kind.describeNothingToAdopt(ref) }], changes: [] };
    }
    const problem = kind.findAdoptionProblem(found, inputs);
    const desired = kind.pickDeclared(inputs);
    const breakage = kind.describeBreakage(kind.read(found));
    const isHidden = createIsHidden(kind.mayBeSecret, secrets, marked);
    return {
      failures: problem ? [problem] : [],
      changes: [
        ...describeFieldChanges(kind.readDeclared(found, desired, {}), desired, isHidden),
        ...(breakage === undefined ? [] : [`its status, as ${breakage}`]),
      ],
    };
  }

  async findObstacle(inputs: Inputs): Promise<Error | undefined> {
    const ref = this.kind.toRef(inputs);
    if (inputs.adopt || containsUnknown(inputs)) {
      return undefined;
    }
    const found = await this.kind.getCalls(this.connect()).peek(ref);
    return found && explainNameTaken({ kind: this.kind, ref, sent: [inputs] }, found);
  }

  diff(id: string, state: State, inputs: Inputs): Difference {
    const { kind } = this;
    const before: JsonObject = { ...kind.pickFixed(state), ...kind.ids.parse(id) };
    // An import stores no field that the answer lacked.
    const replaces = kind.traits.replacedBy.filter((key) => before[key] !== undefined && inputs[key] !== before[key]);
    if (replaces.length > 0) {
      const keepsName = kind.ids.find(inputs) === id;
      const onDestroy = resolveOnDestroy(state);
      const isRetained = onDestroy === "retain";
      // An `Unknown` may turn out to be the same text, so only a known text makes the change a problem.
      const changed = replaces.find((key) => typeof inputs[key] === "string");
      const reason =
        `cannot change in place, and the retained ${kind.noun} "${state.name}" keeps its name. To replace it, ` +
        `first run \`pulumi up\` with onDestroy: "delete" alone; to keep it, give the new ${kind.noun} another name`;
      return {
        changes: true,
        replaces,
        deletesLast: !keepsName,
        givesUp: !isRetained,
        effects: describeLateOnDestroy(kind.noun, state, inputs),
        problem: keepsName && isRetained && changed ? toConflict({ property: changed, reason }) : undefined,
      };
    }
    const [known, wanted] = [state, inputs].map((values) => {
      const { onDestroy, taskTimeoutSeconds } = values;
      return { ...kind.pickDeclared(values), onDestroy, taskTimeoutSeconds };
    });
    const fields = describeFieldChanges(known, wanted, () => true);
    const breakage = kind.describeBreakage(state);
    const rebuildReason = breakage && `is sent again as a whole: ${breakage}`;
    const unfinished = describeUnfinished(state.operation, breakage !== undefined) ?? rebuildReason;
    return { changes: fields.length > 0, fields, unfinished };
  }

  async create(inputs: Inputs, context: OperationContext) {
    const { kind } = this;
    const ref = kind.toRef(inputs);
    const id = kind.ids.format(ref);
    // After a delete in this run, the object is created again, unless it is still there: then it is adopted.
    const adopts = inputs.adopt === true && (!context.claims.deleted.has(id) || (await this.find(ref)) !== undefined);
    return { id, state: await ensure({ kind, ref, adopts }, inputs, this.toDependencies(context)) };
  }

  async update(id: string, state: State, inputs: Inputs, context: OperationContext) {
    const { kind } = this;
    const ref = kind.ids.parse(id);
    // After an unfinished creation, the program may ask to adopt the object. Without an object, the creation goes on.
    const adopts = inputs.adopt === true && !kind.provesOwnership(state) && (await this.find(ref)) !== undefined;
    return ensure({ kind, ref, adopts, state }, inputs, this.toDependencies(context));
  }

  async delete(id: string, state: State, context: OperationContext): Promise<void> {
    const { claims, notify } = context;
    const subject = `${this.kind.noun} "${state.name}"`;
    if (resolveOnDestroy(state) === "retain") {
      return notify(`${subject} ${describeStay("retain")}`);
    }
    if (claims.findOtherHolder(id, state)) {
      return notify(`${subject} ${managedElsewhereText}`);
    }
    claims.deleted.add(id);
    return remove(this.kind, id, state, this.toDependencies(context));
  }

  async read(id: string, state: Partial<State>) {
    const { kind } = this;
    const ref = kind.ids.parse(id);
    let found: State | undefined;
    if (state.name !== undefined) {
      found = await this.refresh(ref, state as State);
    } else {
      // Only the ID is known (import or `get`), so every field counts as declared.
      const answer = await this.find(ref);
      found = answer && kind.toState(ref, answer, { ...kind.pickDeclared(kind.read(answer)), claim: state.claim });
    }
    return found && { inputs: kind.toInputs(found), state: found };
  }

  private async refresh(ref: Ref, state: State): Promise<State | undefined> {
    const { kind } = this;
    const { operation } = state;
    const connection = this.connect();
    const observed = await connection.pollTasks(operation?.tasks ?? []);
    const open = observed.filter((task) => !hasEnded(task)).map(({ id }) => id);
    const hasFailed = observed.some((task) => task.state === "ERROR");
    const isUnproven = !kind.provesOwnership(state);
    // Until the tasks of the creation are known and have ended, an object of this name may be another one.
    if (isUnproven && (open.length > 0 || observed.length === 0)) {
      return state;
    }
    const reading = kind.getCalls(connection).read(ref, (listed) => {
      // A list entry may lack fields. With `{}`, a missing one stays undefined, and the object is read by itself.
      const declared = kind.readDeclared(listed, kind.pickDeclared(state), {});
      const isWhole = Object.values(declared).every((value) => value !== undefined);
      return isWhole && findUnequalField(state, kind.toState(ref, listed, state, declared)) === undefined;
    });
    const answer = await reading.catch(ignoreNotFound);
    if (!answer) {
      return undefined;
    }
    if (isUnproven && hasFailed) {
      // A failed creation may leave the object that was sent. The next `up` finds out, and repairs it.
      return kind.findDifferences(answer, state).length > 0 ? undefined : state;
    }
    if (!operation && /^deleting$/i.test(answer.status ?? "")) {
      // A failed delete leaves no operation in the state, and without one, the next `up` would change nothing.
      return kind.toState(ref, answer, { ...state, operation: { kind: "delete" } });
    }
    const isChanging = open.length > 0 || kind.findTransition(answer) !== undefined;
    if (!operation || !(isChanging || operation.unconfirmed)) {
      return kind.toState(ref, answer, { ...state, operation: undefined });
    }
    // While the object changes, or the change is unconfirmed, the declared fields stay as the state has them.
    // After a failure, so do the tasks: notices name them.
    const left = operation.tasks && !operation.failed ? { ...operation, tasks: open } : operation;
    return kind.toState(ref, answer, { ...state, operation: left }, kind.pickDeclared(state));
  }

  private find(ref: Ref): Promise<Answer | undefined> {
    return this.kind.getCalls(this.connect()).get(ref).catch(ignoreNotFound);
  }
}

export function defineResource(kind: TaskKind): ResourceDefinition<Inputs, State> {
  return {
    noun: kind.noun,
    product: "cloud",
    label: "name",
    listDeclarations: (values) => {
      const key = kind.ids.find(values);
      if (values.adopt === true) {
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
