import { isDeepStrictEqual } from "node:util";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import { NotFoundError, ignoreNotFound } from "../../api/failures/errors";
import { ConfigError } from "../../config/config";
import type { Dialect } from "../../config/dialect";
import { createClaim, managedElsewhereText } from "../../core/claims";
import type { Failure } from "../../core/check";
import { createIsHidden, describeFieldChanges } from "../../core/field-changes";
import {
  ConnectedHandler,
  unknownObject,
  type Declaration,
  type Difference,
  type Handler,
  type OperationContext,
  type ResourceDefinition,
} from "../../core/handler";
import {
  createAbsenceError,
  describeUnfinished,
  describeLateOnDestroy,
  describeStay,
  resolveOnDestroy,
  toConflict,
} from "../../core/notices";
import { credentials } from "../../model/origin-group";
import {
  findForeignWords,
  normalizeGroup,
  providerAdvice,
  readComputedFields,
  readGroup,
  type GroupInputs,
} from "../../model/origin-group-fields";
import { describeOrder, findSourceName, hasNewOrder, newOrder } from "../../model/source-lists";
import { findUnequalField } from "../../values/json";
import { applyGroup, ensureGroup, explainNameTaken } from "./apply";
import { checkOriginGroup } from "./check";
import { argsSchema, type OriginGroupInputs, type OriginGroupState } from "./schema";
import { traits } from "./traits";

class OriginGroupHandler extends ConnectedHandler implements Handler<OriginGroupInputs, OriginGroupState> {
  readonly check = checkOriginGroup;
  /** The groups that the program adopts: the delete of a replaced resource must leave them on the platform. */
  private readonly adoptedIds = new Set<string>();
  /** Shared by all calls of `findObstacle` in a run. */
  private existing?: Promise<OriginGroupAnswer[]>;

  async checkAdoption(inputs: OriginGroupInputs, { secrets, marked }: OperationContext) {
    const { originGroupId, onDestroy } = inputs;
    if (typeof originGroupId !== "number") {
      return undefined;
    }
    this.adoptedIds.add(String(originGroupId));
    const { originGroups, dialect } = this.connect();
    const found = await originGroups.get(String(originGroupId)).catch(ignoreNotFound);
    if (!found) {
      const reason = `matches no group: ${describeNothingToAdopt(originGroupId)}`;
      return { failures: [{ property: "originGroupId", reason }], changes: [] };
    }
    const foreign = findDialectProblem(found, dialect);
    if (foreign !== undefined) {
      return { failures: [{ property: "edgecloud:dialect", reason: foreign }], changes: [] };
    }
    const actual = readGroup(found, dialect);
    const problem = findRestoreProblem(onDestroy, actual);
    return {
      failures: problem ? [problem] : [],
      changes: describeFieldChanges(actual, normalizeGroup(inputs), createIsHidden(credentials, secrets, marked)),
    };
  }

  async findObstacle(inputs: OriginGroupInputs): Promise<Error | undefined> {
    const { name, originGroupId } = inputs;
    if (typeof name !== "string" || originGroupId !== undefined) {
      return undefined;
    }
    const { originGroups, dialect } = this.connect();
    this.existing ??= originGroups.list({}).catch((error: unknown) => {
      this.existing = undefined;
      throw error;
    });
    const other = (await this.existing).find((group) => group.name === name);
    return other && explainNameTaken(inputs, dialect, other);
  }

  diff(id: string, state: OriginGroupState, inputs: OriginGroupInputs): Difference {
    if (inputs.originGroupId !== undefined && String(inputs.originGroupId) !== id) {
      const onDestroy = resolveOnDestroy(state);
      return {
        changes: true,
        replaces: ["originGroupId"],
        // If the adopted group takes the name of the old one, the old one must first be deleted or restored. A restore
        // goes first in any case.
        deletesLast: onDestroy === "delete" && inputs.name !== state.name,
        givesUp: onDestroy !== "retain",
        effects: describeLateOnDestroy("group", state, inputs),
      };
    }
    const fields = describeFieldChanges(...pickDeclared(state, inputs), () => true);
    return {
      changes: fields.length > 0,
      fields,
      unfinished: describeUnfinished(state.operation),
      effects: describeNewOrder(state.sources, inputs.sources),
      problem: toConflict(findRestoreProblem(inputs.onDestroy, state.restorePoint)),
    };
  }

  async create(inputs: OriginGroupInputs, context: OperationContext) {
    const { originGroupId, onDestroy } = inputs;
    const claim = createClaim();
    if (originGroupId === undefined) {
      const ownState = { adopted: false, onDestroy, claim };
      return ensureGroup({ name: inputs.name, group: inputs, ownState }, this.toDependencies(context));
    }
    const id = String(originGroupId);
    const { originGroups, dialect } = this.connect();
    const before = await originGroups.get(id).catch(ignoreNotFound);
    const whenAbsent = new NotFoundError({ message: `originGroupId: ${describeNothingToAdopt(originGroupId)}` });
    const restorePoint = before && readGroup(before, dialect);
    const problem = restorePoint ? toConflict(findRestoreProblem(onDestroy, restorePoint)) : whenAbsent;
    if (problem) {
      throw problem;
    }
    const ownState = { adopted: true, onDestroy, restorePoint, claim };
    return ensureGroup({ name: inputs.name, id, group: inputs, whenAbsent, ownState }, this.toDependencies(context));
  }

  async update(id: string, state: OriginGroupState, inputs: OriginGroupInputs, context: OperationContext) {
    if (isDeepStrictEqual(...pickDeclared(state, inputs)) && describeUnfinished(state.operation) === undefined) {
      // There is nothing to send: the host updates only to store the state in another form.
      return state;
    }
    const { adopted = false, restorePoint, claim } = state;
    const target = {
      name: inputs.name,
      id,
      group: inputs,
      whenAbsent: createAbsenceError(`origin group ${id}`),
      confirmed: readGroupOfState(state),
      ownState: { adopted, restorePoint, claim, onDestroy: inputs.onDestroy },
    };
    return (await ensureGroup(target, this.toDependencies(context))).state;
  }

  /** Keeps `operation`, because only an update can confirm an unconfirmed change. */
  async read(id: string, state: Partial<OriginGroupState>) {
    if (!/^[1-9]\d*$/.test(id)) {
      const message = `${JSON.stringify(id)} is not the ID of an origin group; the form is a number, such as 1001`;
      throw new NotFoundError({ message });
    }
    const { originGroups, dialect } = this.connect();
    const { adopted = false, onDestroy, restorePoint, operation, claim } = state;
    const toFound = (answer: OriginGroupAnswer) => {
      const group = readGroup(answer, dialect, readGroupOfState(state));
      const ownState = { adopted, onDestroy, restorePoint, operation, claim };
      return {
        inputs: { ...group, originGroupId: adopted ? answer.id : undefined, onDestroy },
        state: { ...group, ...readComputedFields(answer, group), ...ownState },
      };
    };
    const isAsKnown = (listed: OriginGroupAnswer) =>
      // In an entry that lacks one of these, `toFound` would put the default, whatever the group has.
      listed.use_next !== undefined &&
      listed.proxy_next_upstream !== undefined &&
      findUnequalField(state, toFound(listed).state) === undefined;
    // An import or a `get` has no state to compare with an entry of the list.
    const reading = state.name === undefined ? originGroups.get(id) : originGroups.read(id, isAsKnown);
    const answer = await reading.catch(ignoreNotFound);
    const foreign = answer && findDialectProblem(answer, dialect);
    if (foreign !== undefined) {
      throw new ConfigError([{ key: "edgecloud:dialect", problem: foreign }]);
    }
    return answer && toFound(answer);
  }

  async delete(id: string, state: OriginGroupState, context: OperationContext): Promise<void> {
    const { claims, notify } = context;
    const onDestroy = resolveOnDestroy(state);
    // A state that somebody has edited may lack the name.
    const { name = "" }: Partial<OriginGroupState> = state;
    const subject = `origin group ${JSON.stringify(name)} (ID ${id})`;
    if (onDestroy === "retain") {
      return notify(`${subject} ${describeStay("retain")}`);
    }
    if (claims.findOtherHolder(id, state)) {
      return notify(`${subject} ${managedElsewhereText}`);
    }
    if (onDestroy === "delete" && this.adoptedIds.has(id)) {
      // The resource is being replaced on demand (`--replace`, a taint), and its replacement adopts the group again.
      return notify(`${subject} stays on the platform: the program adopts it`);
    }
    const target = { id, name };
    if (onDestroy === "delete") {
      await applyGroup(target, this.toDependencies(context));
      return;
    }
    // Without a `restorePoint`, `applyGroup` would delete the group instead of restoring it.
    const problem = toConflict(findRestoreProblem(onDestroy, state.restorePoint));
    if (problem) {
      throw problem;
    }
    const group = state.restorePoint as GroupInputs;
    const whenAbsent = new NotFoundError({ message: "the group is gone" });
    const asFound = { ...target, group, whenAbsent };
    if (await applyGroup(asFound, this.toDependencies(context)).catch(ignoreNotFound)) {
      notify(`${subject} ${describeStay("restore")}`);
    }
  }
}

export const originGroup: ResourceDefinition<OriginGroupInputs, OriginGroupState> = {
  noun: "origin group",
  product: "cdn",
  label: "name",
  listDeclarations,
  args: argsSchema,
  findId: ({ originGroupId }) => (typeof originGroupId === "number" ? String(originGroupId) : undefined),
  traits,
  createHandler: (...needs) => new OriginGroupHandler(...needs),
};

function readGroupOfState(state: Partial<OriginGroupState>): GroupInputs {
  return normalizeGroup({ ...state, sources: state.auth ? undefined : state.sources });
}

function pickDeclared(state: OriginGroupState, inputs: OriginGroupInputs): [object, object] {
  return [
    { ...readGroupOfState(state), onDestroy: state.onDestroy },
    { ...normalizeGroup(inputs), onDestroy: inputs.onDestroy },
  ];
}

function describeNewOrder(before: unknown, after: unknown): string | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) {
    return undefined;
  }
  const [old = [], now = []] = [before, after].map((list) =>
    list.map(findSourceName).filter((name) => name !== undefined),
  );
  return hasNewOrder(old, now) ? `${newOrder}${describeOrder(after)}` : undefined;
}

function findDialectProblem(answer: OriginGroupAnswer, dialect: Dialect): string | undefined {
  const words = findForeignWords([answer], dialect);
  return (
    words &&
    `lacks words of this platform: origin group ${answer.id} has ${words.named.join(" and ")}. Set them with ` +
      `${words.command}, ${providerAdvice}`
  );
}

function describeNothingToAdopt(originGroupId: number): string {
  return `the account has no origin group ${originGroupId}. Correct the ID, or leave it out to create a group`;
}

function listDeclarations({ name, originGroupId }: Partial<OriginGroupInputs>): Declaration[] {
  const declarations: Declaration[] = [];
  if (typeof name === "string") {
    declarations.push({ property: "name", key: JSON.stringify({ name }), advice: "Names are unique in the account" });
  }
  if (originGroupId !== undefined) {
    const key = typeof originGroupId === "number" ? String(originGroupId) : unknownObject;
    const advice = "Only one resource can manage a group";
    declarations.push({ property: "originGroupId", key, advice, object: "taken" });
  }
  return declarations;
}

function findRestoreProblem(onDestroy: unknown, restorePoint: GroupInputs | undefined): Failure | undefined {
  if (onDestroy !== "restore") {
    return undefined;
  }
  const configs = [restorePoint?.auth, ...(restorePoint?.sources ?? []).map(({ config }) => config)];
  const buckets = configs.map((config) => config?.s3BucketName).filter((name) => name !== undefined);
  if (restorePoint && buckets.length === 0) {
    return undefined;
  }
  const why = restorePoint
    ? `the group was found with the bucket${buckets.length > 1 ? "s" : ""} ${buckets.join(", ")}, whose credentials ` +
      'the platform does not reveal. Use "retain" or "delete"'
    : 'the resource did not adopt the group, so there is nothing to put back. Use "delete" or "retain"';
  return { property: "onDestroy", reason: `cannot be "restore": ${why}` };
}
