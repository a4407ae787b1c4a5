import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../api/connection";
import type { OriginGroupAnswer, OriginGroupsEndpoint } from "../../api/calls/origin-groups";
import { NotFoundError, UnexpectedAnswerError, ignoreNotFound } from "../../api/failures/errors";
import type { Clock } from "../../api/transport/stop";
import { createClaim, managedElsewhereText } from "../../core/claims";
import { describeFieldChanges, createIsHidden } from "../../core/field-changes";
import { describeLateOnDestroy, describeStay, resolveOnDestroy } from "../../core/on-destroy";
import type { Checked, Difference, Handler, OperationContext, ResourceDefinition } from "../../core/handler";
import { credentials } from "../../model/origin-group";
import { describeNewOrder } from "../../model/source-lists";
import { memoize } from "../../values/memoize";
import { deleteGroup, ensureGroup, type Ensured, type Target } from "./apply";
import { normalizeGroup, argsSchema, type OriginGroupInputs, type OriginGroupState } from "./schema";
import { checkOriginGroup, listDeclarations } from "./check";
import {
  createRequest,
  explainHeldName,
  explainNameTaken,
  updateRequest,
  assertRestorable,
  explainUnrestorable,
  findRestoreProblem,
} from "./plan";
import { traits } from "./traits";
import { isGroupId, findDialectProblem, toGroup, readGroupOfState, toState, withoutCredentials } from "./wire";
import { createAbsenceError, describeUnfinished } from "../../core/notices";
import { findUnequalField } from "../../values/json";

/** Serves `OriginGroup`. Tests pass a clock of their own. */
export class OriginGroupHandler implements Handler<OriginGroupInputs, OriginGroupState> {
  /** The names of groups when their adoption was checked, by ID. */
  private readonly adoptedNames = new Map<number, string | undefined>();
  private readonly existing: ExistingGroups;

  constructor(
    private readonly connect: () => Connection,
    private readonly clock?: Clock,
  ) {
    this.existing = new ExistingGroups(() => connect().originGroups);
  }

  check(args: Record<string, unknown>): Checked<OriginGroupInputs> {
    return checkOriginGroup(args);
  }

  async checkAdoption(inputs: OriginGroupInputs, { secrets = [] }: OperationContext) {
    const { originGroupId, onDestroy } = inputs;
    if (typeof originGroupId !== "number") {
      return undefined;
    }
    this.adoptedNames.set(originGroupId, undefined);
    const { originGroups, dialect } = this.connect();
    const found = await originGroups.read(String(originGroupId)).catch(ignoreNotFound);
    if (!found) {
      const reason = `matches no group: ${describeNothingToAdopt(originGroupId)}`;
      return { failures: [{ property: "originGroupId", reason }], changes: [] };
    }
    const foreign = findDialectProblem(found, dialect);
    if (foreign !== undefined) {
      return { failures: [{ property: "edgecloud:dialect", reason: foreign }], changes: [] };
    }
    this.adoptedNames.set(originGroupId, found.name);
    const actual = toGroup(found, {}, dialect);
    const problem = onDestroy === "restore" ? findRestoreProblem(actual) : undefined;
    return {
      failures: problem === undefined ? [] : [{ property: "onDestroy", reason: problem }],
      changes: describeFieldChanges(actual, normalizeGroup({ ...inputs }), createIsHidden(credentials, secrets)),
    };
  }

  async findObstacle(inputs: OriginGroupInputs): Promise<Error | undefined> {
    const { name, originGroupId } = inputs;
    const isNew = originGroupId === undefined;
    const adoptedName = isNew ? undefined : this.adoptedNames.get(originGroupId);
    const isRenamed = adoptedName !== undefined && adoptedName !== name;
    if (typeof name !== "string" || !(isNew || isRenamed)) {
      return undefined;
    }
    const other = await this.existing.find(name);
    const desired = { group: inputs, dialect: this.connect().dialect };
    return other && (isNew ? explainNameTaken(desired, other, true) : explainHeldName(other));
  }

  diff(id: string, state: OriginGroupState, inputs: OriginGroupInputs): Difference {
    if (inputs.originGroupId !== undefined && String(inputs.originGroupId) !== id) {
      const onDestroy = resolveOnDestroy(state);
      const isDeleted = onDestroy === "delete";
      // The new group may need the name of the old one.
      return {
        changes: true,
        replaces: ["originGroupId"],
        deletesLast: isDeleted && inputs.name !== state.name,
        givesUp: onDestroy !== "retain",
        effects:
          (isDeleted ? undefined : describeKeptName(id, state, inputs.name)) ??
          describeLateOnDestroy("group", onDestroy, inputs.onDestroy),
      };
    }
    return {
      changes: !isDeepStrictEqual(...pickDeclared(state, inputs)),
      unfinished: describeUnfinished(state.operation),
      effects: describeNewOrder(state.sources, inputs.sources),
      problem: explainUnrestorable(inputs.onDestroy, state.restorePoint),
    };
  }

  describeChanges(state: OriginGroupState, inputs: OriginGroupInputs): string[] {
    return describeFieldChanges(...pickDeclared(state, inputs), () => true);
  }

  async create(inputs: OriginGroupInputs, context: OperationContext) {
    const { originGroupId, onDestroy } = inputs;
    const claim = createClaim();
    if (originGroupId === undefined) {
      const toOwnState = () => ({ adopted: false, onDestroy, claim });
      return this.ensure({ group: inputs, first: createRequest, whenAbsent: "create", toOwnState }, context);
    }
    const id = String(originGroupId);
    const whenAbsent = new NotFoundError({ message: `originGroupId: ${describeNothingToAdopt(originGroupId)}` });
    const toOwnState: Target["toOwnState"] = (before) => {
      const restorePoint = before && withoutCredentials(toGroup(before, {}, this.connect().dialect));
      assertRestorable(onDestroy, restorePoint);
      return { adopted: true, onDestroy, restorePoint, claim };
    };
    return this.ensure({ id, group: inputs, whenAbsent, toOwnState }, context);
  }

  async update(id: string, state: OriginGroupState, inputs: OriginGroupInputs, context: OperationContext) {
    if (isDeepStrictEqual(...pickDeclared(state, inputs)) && describeUnfinished(state.operation) === undefined) {
      // Only the form of the state changes.
      return state;
    }
    const { adopted = false, restorePoint, claim } = state;
    const whenAbsent = createAbsenceError(`origin group ${id}`);
    const toOwnState = () => ({ adopted, restorePoint, claim, onDestroy: inputs.onDestroy });
    const confirmed = readGroupOfState(state);
    const target = { id, group: inputs, first: updateRequest, whenAbsent, confirmed, toOwnState };
    return (await this.ensure(target, context)).state;
  }

  /** The actual group with the credentials that were confirmed last. A change with an unknown outcome stays marked. */
  async read(id: string, state: Partial<OriginGroupState>) {
    if (!isGroupId(id)) {
      const message = `${JSON.stringify(id)} is not the ID of an origin group; the form is a number, such as 1001`;
      throw new NotFoundError({ message });
    }
    const { originGroups, dialect } = this.connect();
    const { adopted = false, onDestroy, restorePoint, operation, claim } = state;
    const toFound = memoize((answer: OriginGroupAnswer) => {
      const group = toGroup(answer, readGroupOfState(state), dialect);
      return {
        inputs: { ...group, originGroupId: adopted ? answer.id : undefined, onDestroy },
        state: toState(answer, group, { adopted, onDestroy, restorePoint, operation, claim }),
      };
    });
    const isAsKnown = (listed: OriginGroupAnswer) => findUnequalField(state, toFound(listed).state) === undefined;
    // An import has nothing that an item of a list could be compared with.
    const reading = state.name === undefined ? originGroups.get(id) : originGroups.read(id, isAsKnown);
    const answer = await reading.catch(ignoreNotFound);
    const foreign = answer && findDialectProblem(answer, dialect);
    if (foreign !== undefined) {
      throw new UnexpectedAnswerError({ message: `edgecloud:dialect ${foreign}` });
    }
    return answer && toFound(answer);
  }

  async delete(id: string, state: OriginGroupState, context: OperationContext): Promise<void> {
    const { claims, notify } = context;
    const onDestroy = resolveOnDestroy(state);
    const subject = `origin group ${JSON.stringify(state.name)} (ID ${id})`;
    if (onDestroy === "retain") {
      return notify(`${subject} ${describeStay("retain")}`);
    }
    if (claims.findOtherHolder(id, state)) {
      return notify(`${subject} ${managedElsewhereText}`);
    }
    if (onDestroy === "delete" && this.adoptedNames.has(Number(id))) {
      // Its resource is replaced on demand (`--replace`, a taint), and adopts it again.
      return notify(`${subject} stays on the platform: the program adopts it`);
    }
    if (onDestroy === "delete") {
      return deleteGroup(id, state.name, { connection: this.connect(), context, clock: this.clock });
    }
    assertRestorable("restore", state.restorePoint);
    const whenAbsent = new NotFoundError({ message: "the group is gone" });
    const toOwnState = () => ({ adopted: true });
    const asFound = { id, group: state.restorePoint, first: updateRequest, whenAbsent, isRestore: true, toOwnState };
    const restored = await this.ensure(asFound, context).catch(ignoreNotFound);
    if (restored && !restored.isIgnored) {
      notify(`${subject} ${describeStay("restore")}`);
    }
  }

  /** Creates, adopts or updates: all of them reconcile the group with its desired state. */
  private ensure(target: Target, context: OperationContext): Promise<Ensured> {
    return ensureGroup(target, { connection: this.connect(), context, clock: this.clock });
  }
}

/** Serves `OriginGroup`. */
export const originGroup: ResourceDefinition<OriginGroupInputs, OriginGroupState> = {
  noun: "origin group",
  product: "cdn",
  findLabel: (values) => values.name,
  listDeclarations,
  args: argsSchema,
  findId: ({ originGroupId }) => (typeof originGroupId === "number" ? String(originGroupId) : undefined),
  traits,
  createHandler: (...needs) => new OriginGroupHandler(...needs),
};

/** What is declared, before and now. */
function pickDeclared(state: OriginGroupState, inputs: OriginGroupInputs): [object, object] {
  return [
    { ...readGroupOfState(state), onDestroy: state.onDestroy },
    { ...normalizeGroup({ ...inputs }), onDestroy: inputs.onDestroy },
  ];
}

/** Warns that the group to adopt cannot have a name that the old group keeps. */
function describeKeptName(id: string, state: OriginGroupState, wanted: unknown): string | undefined {
  const { name } = resolveOnDestroy(state) === "restore" && state.restorePoint ? state.restorePoint : state;
  return name === wanted
    ? `\`pulumi up\` will fail unless it first renames origin group ${id}, which stays under the name ` +
        `${JSON.stringify(name)}. Choose another name here, or first rename that group`
    : undefined;
}

function describeNothingToAdopt(originGroupId: number): string {
  return `the account has no origin group ${originGroupId}. Correct the ID, or leave it out to create a group`;
}

/** Groups of the account by their names. */
interface Listed {
  groups: ReadonlyMap<string, OriginGroupAnswer>;
  /** Whether these are all groups of the account. */
  isComplete: boolean;
}

/**
 * Finds groups by name, for all new groups of a preview. One list of the account serves the whole preview. Its further
 * pages are read once there are as many lookups as pages; until then, a name that is not on the first page is looked up
 * separately.
 */
export class ExistingGroups {
  private lookups = 0;
  /** The pages that were not read. */
  private remainingPages = 0;
  private listed?: Promise<Listed>;

  constructor(private readonly endpoint: () => OriginGroupsEndpoint) {}

  /** The group of exactly this name. */
  async find(name: string): Promise<OriginGroupAnswer | undefined> {
    this.lookups++;
    if (this.remainingPages > 0 && this.remainingPages <= this.lookups) {
      this.remainingPages = 0;
      this.listed = undefined;
    }
    const { groups, isComplete } = await (this.listed ??= this.list());
    return groups.get(name) ?? (isComplete ? undefined : this.endpoint().findByName(name));
  }

  private async list(): Promise<Listed> {
    let isComplete = true;
    const groups = await this.endpoint().list({}, (remainingPages) => {
      isComplete = remainingPages <= this.lookups;
      this.remainingPages = isComplete ? 0 : remainingPages;
      return isComplete;
    });
    return { groups: new Map(groups.map((group) => [group.name, group])), isComplete };
  }
}
