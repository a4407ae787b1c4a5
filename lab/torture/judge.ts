import { findContainer, isNamedLike, listUrns, type Program, type Resource } from "./declared";
import { isNamed, kinds, parseCall } from "./kinds";
import type { Ledger } from "./ledger";
import {
  findEntryOf,
  findOwners,
  findResourceOf,
  isAdopted,
  isOwned,
  isOwner,
  isRemoved,
  isSnapshotManaged,
  isUnconfirmed,
  type OperationRecord,
  resolveOnDestroy,
} from "./operation";
import { findObject, formatKey, isSameJson, type PlatformObject, type PlatformView } from "./platform";
import type { Moment, StateEntry } from "./state";

/** A promise that was broken. */
export class Violation extends Error {}

/** Throws a violation if there are problems. */
export function failIf(problems: readonly string[]): void {
  if (problems.length > 0) {
    throw new Violation([...new Set(problems)].join("; "));
  }
}

/** Checks that an operation did only what it may do, by the program, the state and the owner of each object. */
export function judgeOperation(record: OperationRecord, ledger: Ledger): void {
  failIf([
    ...record.requests.flatMap((request) => checkRequest(request, record, ledger)),
    ...record.before.state.flatMap((entry) => checkRelease(entry, record, ledger)),
    ...checkTakenOver(record, ledger),
    ...checkCreated(record),
  ]);
}

/** Checks a request that changes something, whatever its answer was. */
function checkRequest(request: OperationRecord["requests"][number], record: OperationRecord, ledger: Ledger): string[] {
  const { method, path } = request;
  const { operation } = record;
  const what = `${method} ${path}`;
  if (method === "GET") {
    return [];
  }
  if (operation !== "up" && operation !== "destroy") {
    return [`${operation} sends ${what}`];
  }
  if (method === "POST") {
    return checkPost(request, record);
  }
  const { kind, pulumiId = "" } = parseCall(path) ?? {};
  if (kind === "snapshot") {
    return isSnapshotManaged(pulumiId, record) ? [] : [`${what}: no resource manages that snapshot`];
  }
  const object = kind && findObject({ kind, id: pulumiId }, record.before.platform);
  if (!object) {
    return [];
  }
  const isAllowed = method === "DELETE" ? mayDelete(object, record, ledger) : mayUpdate(object, record, ledger);
  return isAllowed ? [] : [`${what}: ${explainOwner(object, record, ledger)}`];
}

function checkPost({ path, body }: OperationRecord["requests"][number], record: OperationRecord): string[] {
  const { kind } = parseCall(path) ?? {};
  const name = String((body as { name?: unknown } | null)?.name);
  const { program, before, operation } = record;
  const declaring =
    operation === "up" ? program.resources.filter((one) => one.kind === kind && one.args.name === name) : [];
  if (declaring.length === 0) {
    return [`POST ${path}: nothing in the program is called ${name}`];
  }
  const isThere = declaring.some((resource) => {
    const entry = findEntryOf(resource, record);
    return entry && !isRemoved(entry, record) && findObject(entry, before.platform)?.name === name;
  });
  return isThere ? [`POST ${path}: ${name} is there already`] : [];
}

/** Only an object whose owners are all removed or replaced, and that no other resource adopts, may be deleted. */
function mayDelete(object: PlatformObject, record: OperationRecord, ledger: Ledger): boolean {
  const owners = findOwners(object, record.before);
  const removed = owners.filter((entry) => isRemoved(entry, record));
  const isOwn = (entry: StateEntry) => !isUnconfirmed(entry) || ledger.strays.has(formatKey(object));
  return (
    removed.some((entry) => resolveOnDestroy(entry) === "delete" && isOwn(entry)) &&
    removed.length === owners.length &&
    !isAdopted(object, removed, record)
  );
}

/** Only an object that a resource manages, adopts or restores may be updated. */
function mayUpdate(object: PlatformObject, record: OperationRecord, { strays }: Ledger): boolean {
  const { before, after } = record;
  const mayBeKept = (entry: StateEntry) => !isRemoved(entry, record) || isPerhapsReplaced(entry, record);
  return (
    findOwners(object, before).some((entry) => mayBeKept(entry) || resolveOnDestroy(entry) === "restore") ||
    // A resource may have recognized what a killed process has created for it.
    (strays.has(formatKey(object)) && findOwners(object, after).length > 0) ||
    isAdopted(object, [], record)
  );
}

/** Whether `replaceOnChanges` may replace it, which replaces nothing as long as that property stays the same. */
function isPerhapsReplaced(entry: StateEntry, record: OperationRecord): boolean {
  const resource = findResourceOf(entry, record);
  const container = resource && findContainer(resource, record.program);
  return [resource, container].some((one) => one !== undefined && one.replaceOnChanges.length > 0);
}

function explainOwner(object: PlatformObject, record: OperationRecord, ledger: Ledger): string {
  if (ledger.foreign.has(formatKey(object))) {
    return "it is somebody else's";
  }
  if (isAdopted(object, [], record)) {
    return "a resource of the program adopts it";
  }
  const names = findOwners(object, record.before).map(({ urn }) => urn.split("::").at(-1));
  return `it belongs to ${names.join(" and ") || "no resource"}`;
}

/** Checks what became of the object of a resource that is gone, or that manages another object now. */
function checkRelease(entry: StateEntry, record: OperationRecord, ledger: Ledger): string[] {
  const { operation, before, after } = record;
  const object = findObject(entry, before.platform);
  const resource = findResourceOf(entry, record);
  const urns = [entry.urn, ...(resource ? listUrns(resource, record.program) : [])];
  const isKept = after.state.some(
    (other) => urns.includes(other.urn) && object && isOwner(other, object, after.platform),
  );
  if (!object || isKept || isUnconfirmed(entry)) {
    return [];
  }
  const what = `${entry.kind} ${object.name}`;
  const now = after.platform.objects.get(formatKey(object));
  if (operation !== "up" && operation !== "destroy") {
    return [`${operation} drops ${what} from the state, but it is there`];
  }
  if (findOwners(object, after).length > 0 || isAdopted(object, [entry], record)) {
    return now ? [] : [`${what} is gone, although another resource has it`];
  }
  switch (resolveOnDestroy(entry)) {
    case "delete":
      return now ? [`${what} was left on the platform by ${entry.urn}`] : [];
    case "retain":
      return now ? [] : [`${what} was to be retained, and is gone`];
    default: {
      const original = ledger.originals.get(entry.urn)?.object.content;
      return isSameJson(now?.content, original)
        ? []
        : [`${what} is not as it was found: ${JSON.stringify(now?.content)}`];
    }
  }
}

/** Checks that nothing of somebody else became a resource's own, unless the program adopts it. */
function checkTakenOver(record: OperationRecord, { foreign }: Ledger): string[] {
  const { before, after } = record;
  return [...foreign.values()]
    .filter((object) => !isOwned(object, before) && isOwned(object, after) && !isAdopted(object, [], record))
    .map(({ kind, name }) => `${kind} ${name} of somebody else was taken over`);
}

/** Checks that new objects are in the state, unless a kill or a lost answer prevented it. */
function checkCreated({ before, after, isDisturbed }: OperationRecord): string[] {
  const added = [...after.platform.objects.values()].filter((one) => !before.platform.objects.has(formatKey(one)));
  return added
    .filter((object) => !isDisturbed && findOwners(object, after).length === 0)
    .map(({ kind, name }) => `${kind} ${name} was created, but is not in the state`);
}

/** Checks the platform after all operations: everything is as declared, once, and nothing else has changed. */
export function judgeConverged({ program, after }: { program: Program; after: Moment }, ledger: Ledger): void {
  const { state, platform } = after;
  const isDeclared = ({ urn }: StateEntry) => program.resources.some((one) => listUrns(one, program)[0] === urn);
  const managed = new Set(state.flatMap((entry) => findObject(entry, platform) ?? []));
  const unmanaged = [...platform.objects.values()].filter((object) => !managed.has(object));
  failIf([
    ...program.resources.flatMap((resource) => checkResource(resource, program, after)),
    ...state
      .filter((entry) => !isDeclared(entry))
      .map(({ urn }) => `the state has ${urn}, which is not in the program`),
    ...unmanaged.flatMap((object) => checkUnmanaged(object, program, ledger)),
    ...checkForeign(ledger, platform),
    ...ledger.snapshots.findProblems(platform),
  ]);
}

function checkResource(resource: Resource, program: Program, { state, platform }: Moment): string[] {
  const { slot, kind } = resource;
  const entry = state.find(({ urn }) => urn === listUrns(resource, program)[0]);
  if (!entry) {
    return [`${slot} is not in the state`];
  }
  if (!isNamed(kind)) {
    return [];
  }
  const object = findObject(entry, platform);
  if (!object) {
    return [`${slot} (${resource.args.name}) is not on the platform, but in the state as ${entry.id}`];
  }
  const { buildContent, proof } = kinds[kind].objects;
  const desired = buildContent(resource.args);
  const differing = Object.keys(desired).filter((key) => !isSameJson(object.content[key], desired[key]));
  return [
    ...differing.map(
      (key) => `${slot}: ${key} is ${JSON.stringify(object.content[key])} and not ${JSON.stringify(desired[key])}`,
    ),
    ...(object.works ? [] : [`${slot} (${object.name}): the last build has failed`]),
    ...(proof && entry.outputs[proof] !== object.proof
      ? [`${slot}: the state has the ${proof} ${String(entry.outputs[proof])} and the platform ${object.proof}`]
      : []),
  ];
}

/** Checks an object that is in no state. */
function checkUnmanaged(object: PlatformObject, program: Program, ledger: Ledger): string[] {
  const { kind, name, content } = object;
  const key = formatKey(object);
  const foreign = ledger.foreign.get(key);
  if (foreign) {
    return isSameJson(foreign.content, content) ? [] : [`${kind} ${name} of somebody else has changed`];
  }
  const isDeclared = program.resources.some((resource) => isNamedLike(resource, object, program));
  return ledger.strays.has(key) && !isDeclared ? [] : [`${kind} ${name} (${object.id}) is left on the platform`];
}

function checkForeign({ foreign }: Ledger, { objects }: PlatformView): string[] {
  return [...foreign]
    .filter(([key]) => !objects.has(key))
    .map(([, { kind, name }]) => `${kind} ${name} of somebody else is gone`);
}
