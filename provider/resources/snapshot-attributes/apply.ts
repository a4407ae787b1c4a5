import { camelCase } from "../../api/calls/naming";
import type { SnapshotAnswer, SnapshotPatch, SnapshotRef } from "../../api/calls/snapshots";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  TimeoutError,
  ValidationError,
  ignoreNotFound,
} from "../../api/failures/errors";
import type { Failure } from "../../core/check";
import { createClaim } from "../../core/claims";
import { createIsHidden, describeFieldChanges } from "../../core/field-changes";
import { PartialFailure, type Dependencies } from "../../core/handler";
import { resolveLimit, type Progress, type Step, type UnfinishedOperation } from "../../core/job";
import { toConflict } from "../../core/notices";
import { reconcile } from "../../core/reconcile";
import { Unknown } from "../../core/tree";
import type { SnapshotTag } from "../../model/snapshot";
import { pick, withoutNulls } from "../../values/json";
import {
  emptyRestorePoint,
  readAttributes,
  toState,
  type Attributes,
  type ManagedInputs,
  type RestorePoint,
  type SnapshotAttributesInputs,
  type SnapshotAttributesState,
} from "./schema";

/** In these states a snapshot takes no more changes (contract, section 3). */
const finalStatuses: readonly string[] = ["deleting", "deleted", "error_deleting"];

export interface Request {
  kind: "update";
  patch: SnapshotPatch;
  isRepeated: true;
}

/** Without `actual`, the platform has no such snapshot. */
export interface Observed {
  actual?: SnapshotAnswer;
}

export interface Target {
  ref: SnapshotRef;
  /** The patch for the actual snapshot; undefined if nothing differs. */
  buildPatch: (snapshot: SnapshotAnswer) => SnapshotPatch | undefined;
  /** What to do if there is no such snapshot: fail with this error, or nothing. */
  whenAbsent: Error | "done";
  lockTimeoutSeconds: number;
  operation?: UnfinishedOperation;
  /** What to do if the platform refuses a value. */
  advice?: string;
  /** The error after a lost answer, with the state to keep; `before` is the snapshot before anything was sent. */
  toPartialFailure?: (error: Error, before: SnapshotAnswer, operation: UnfinishedOperation | undefined) => Error;
}

/** What a resource declared before, and its restore point. */
export type Former = Partial<Pick<SnapshotAttributesState, "tags" | "managesName" | "exclusiveTags" | "restorePoint">>;

type Managed = Partial<Pick<ManagedInputs, "name" | "tags" | "exclusiveTags">>;

/** Sets the declared name and tags. */
export async function ensureAttributes(
  id: string,
  inputs: SnapshotAttributesInputs,
  whenAbsent: Error,
  dependencies: Dependencies,
  state: Partial<SnapshotAttributesState> = {},
): Promise<SnapshotAttributesState> {
  const { operation, claim = createClaim() } = state;
  const toRestorePoint = (before: SnapshotAnswer) => updateRestorePoint(state, readAttributes(before), inputs);
  const target: Target = {
    ref: inputs,
    whenAbsent,
    buildPatch: (snapshot) => {
      const actual = readAttributes(snapshot);
      const problem = toConflict(findReadOnlyProblem(actual, inputs));
      if (problem) {
        throw problem;
      }
      return buildPatch(actual, inputs, state, operation?.unconfirmed);
    },
    lockTimeoutSeconds: inputs.lockTimeoutSeconds,
    operation,
    // Keeps the restore point, and which tags were declared before.
    toPartialFailure: (error, before, unfinished) => {
      const tags = { ...state.tags, ...inputs.tags };
      const ownState = { restorePoint: toRestorePoint(before), operation: unfinished, claim };
      return new PartialFailure(id, toState(before, { ...inputs, tags }, ownState), error);
    },
  };
  const { observed, progress } = await applyAttributes(target, dependencies);
  const after = observed.actual as SnapshotAnswer;
  return toState(after, inputs, { restorePoint: toRestorePoint(progress.initial?.actual ?? after), claim });
}

/**
 * Restores the name and the tags, but for what `holder`, another resource of this run, declares. Tells whether there was
 * a snapshot to restore.
 */
export async function restoreAttributes(
  ref: SnapshotRef,
  state: SnapshotAttributesState,
  holder: Former | undefined,
  dependencies: Dependencies,
): Promise<boolean> {
  const target: Target = {
    ref,
    buildPatch: (snapshot) =>
      finalStatuses.includes(snapshot.status)
        ? undefined
        : buildRestoringPatch(readAttributes(snapshot), state, holder),
    whenAbsent: "done",
    lockTimeoutSeconds: state.lockTimeoutSeconds,
    // The platform may refuse a name or a tag that it has set itself.
    advice:
      "The platform does not take back what the snapshot had before. To leave the name and the tags as they are, " +
      'declare the resource as before with onDestroy: "retain" and run `pulumi up`, then try again',
  };
  const restored = await applyAttributes(target, dependencies).catch(ignoreNotFound);
  const found = restored?.observed.actual;
  return found !== undefined && !finalStatuses.includes(found.status);
}

/** The next step towards the name and the tags that the snapshot should have. */
export function planAttributes(
  { ref, buildPatch, whenAbsent }: Target,
  { actual }: Observed,
  { accepted }: Progress<Observed, Request>,
): Step<Request> {
  if (accepted) {
    return { do: "done" };
  }
  if (!actual) {
    return whenAbsent === "done" ? { do: "done" } : { do: "fail", error: whenAbsent, isFinal: true };
  }
  const patch = buildPatch(actual);
  if (!patch) {
    return { do: "done" };
  }
  if (finalStatuses.includes(actual.status)) {
    const message = `snapshot ${ref.snapshotId} is in status "${actual.status}" and can no longer be changed`;
    return { do: "fail", error: new ConflictError({ message }), isFinal: true };
  }
  return typeof actual.task_id === "string"
    ? { do: "wait", shown: `is locked by task ${actual.task_id}` }
    : { do: "send", request: { kind: "update", patch, isRepeated: true } };
}

function applyAttributes(target: Target, { connection: { snapshots }, context, clock }: Dependencies) {
  const { ref, whenAbsent, advice, toPartialFailure } = target;
  const { setting, ...limit } = resolveLimit(context, target.lockTimeoutSeconds, "lockTimeoutSeconds");
  return reconcile<Observed, Request>({
    noun: "snapshot",
    name: ref.snapshotId,
    ...limit,
    waits: context.waits,
    clock,
    operation: target.operation,
    observe: async () => ({ actual: await snapshots.get(ref).catch(ignoreNotFound) }),
    plan: (observed, progress) => planAttributes(target, observed, progress),
    apply: async ({ patch }) => ({ observed: { actual: await snapshots.patch(ref, patch) } }),
    isTransient: (error) => error instanceof ConflictError,
    explain: (error) => {
      if (error instanceof NotFoundError && whenAbsent !== "done") {
        return whenAbsent;
      }
      if (!(error instanceof ValidationError)) {
        return error;
      }
      // Names below `tags` are the user's own.
      const explained = error.translatePaths(([field = "", ...rest]) => [camelCase(field), ...rest].join("."));
      return advice === undefined ? explained : explained.withHint(advice);
    },
    toPartialFailure: (error, { initial, lostAnswers, operation }) => {
      if (lostAnswers === 0) {
        return error;
      }
      const before = toPartialFailure && initial?.actual;
      const next = before ? "The next `pulumi up` sends everything again" : "Run the same command again";
      const message = `${error.message}; it is not known whether the snapshot was changed. ${next}`;
      const unknown = new OutcomeUnknownError({ message });
      return before ? toPartialFailure(unknown, before, operation) : unknown;
    },
  }).catch((error: unknown) => {
    const message = `nothing was changed. Try again later, or raise ${setting}`;
    throw error instanceof TimeoutError ? new TimeoutError({ message: `${error.message}; ${message}` }) : error;
  });
}

/**
 * The patch that sets the declared name and tags and removes tags that were only declared before, or with `exclusiveTags`
 * all others; undefined if nothing differs. With `resends` it has everything that is declared.
 */
export function buildPatch(
  actual: Attributes,
  desired: Managed,
  before: Former,
  resends = false,
): SnapshotPatch | undefined {
  const there = indexTags(actual);
  const tags = new Map<string, string | null>();
  for (const [key, value] of Object.entries(desired.tags ?? {})) {
    if (resends || (there.get(key)?.value ?? null) !== value) {
      tags.set(key, value);
    }
  }
  for (const { key, readOnly } of there.values()) {
    const wasDeclared = has(before.tags, key) && before.tags?.[key] !== null;
    if (!readOnly && !has(desired.tags, key) && (desired.exclusiveTags || wasDeclared)) {
      tags.set(key, null);
    }
  }
  const name = desired.name === actual.name && !resends ? undefined : desired.name;
  const patch = { ...(name !== undefined && { name }), ...(tags.size > 0 && { tags: Object.fromEntries(tags) }) };
  return Object.keys(patch).length > 0 ? patch : undefined;
}

/**
 * The patch that restores the name and the tags. It leaves alone read-only tags, what somebody else has set since, and
 * what `other`, another resource of this run, declares.
 */
export function buildRestoringPatch(
  actual: Attributes,
  { tags: declared, restorePoint = emptyRestorePoint, managesName }: Former,
  other: Former = {},
): SnapshotPatch | undefined {
  const { name, declaredName } = restorePoint;
  const there = indexTags(actual);
  const tags = [...indexFoundTags(restorePoint)].filter(([key]) => {
    const tag = there.get(key);
    return (has(declared, key) || !tag) && !tag?.readOnly && !other.exclusiveTags && !has(other.tags, key);
  });
  const isNameOurs = (managesName || actual.name === declaredName) && !other.managesName;
  return buildPatch(actual, { name: isNameOurs ? name : undefined, tags: Object.fromEntries(tags) }, {});
}

/** The restore point with what the resource is about to change for the first time. */
export function updateRestorePoint(before: Former, actual: Attributes, desired: Managed): RestorePoint {
  const { name, declaredName, ...known } = before.restorePoint ?? emptyRestorePoint;
  // If a tag is there again that is no longer declared, somebody else has added it.
  const addedTags = known.addedTags.filter((key) => has(before.tags, key));
  const found = indexFoundTags({ ...known, addedTags });
  const there = indexTags(actual);
  const patched = buildPatch(actual, desired, before)?.tags ?? {};
  for (const key of new Set([...Object.keys(desired.tags ?? {}), ...Object.keys(patched)])) {
    // If a tag that the resource had removed is there again, somebody else has set it.
    const isStillKnown = has(before.tags, key) || before.exclusiveTags === true || !there.has(key);
    const first = isStillKnown ? found.get(key) : undefined;
    found.set(key, first === undefined ? (there.get(key)?.value ?? null) : first);
    if (found.get(key) === null && desired.tags?.[key] === null) {
      found.delete(key);
    }
  }
  const formerName = name ?? (desired.name === undefined ? undefined : actual.name);
  const entries = [...found];
  return {
    ...(formerName !== undefined && { name: formerName, declaredName: desired.name ?? declaredName }),
    tags: Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null)),
    addedTags: entries.flatMap(([key, value]) => (value === null ? [key] : [])).sort(),
  };
}

/** Why the declared tags cannot be set; undefined if they can. */
export function findReadOnlyProblem(actual: Attributes, desired: Managed): Failure | undefined {
  const readOnly = actual.allTags.filter(({ key, readOnly }) => readOnly && has(desired.tags, key));
  const names = readOnly.map(({ key }) => JSON.stringify(key)).join(", ");
  const reason = `must not have the read-only ${names}: the platform refuses every change`;
  return names === "" ? undefined : { property: "tags", reason };
}

/**
 * What an `up` overwrites and removes that the resource did not declare before, as a clause; undefined if that is
 * nothing. Without `former` it is the first `up`. Of an update, Pulumi shows all but the tags that `exclusiveTags`
 * removes once it is turned on.
 */
export function describeEffects(
  actual: Attributes,
  desired: Managed,
  former?: Former,
  secrets: readonly string[] = [],
): string | undefined {
  if (former && (former.exclusiveTags || !desired.exclusiveTags)) {
    return undefined;
  }
  // While the declared tags are unknown, so is what `exclusiveTags` removes.
  const areTagsUnknown = (desired.tags as unknown) instanceof Unknown;
  const known = areTagsUnknown ? { ...desired, tags: undefined, exclusiveTags: false } : desired;
  const { name = actual.name, tags = {} } = buildPatch(actual, known, {}) ?? {};
  const there = Object.fromEntries(actual.allTags.map(({ key, value }) => [key, value]));
  const isShown = (key: string) => has(there, key) && !(former && (has(desired.tags, key) || has(former.tags, key)));
  const before = { name: former ? name : actual.name, tags: pick(there, (key) => has(tags, key) && isShown(key)) };
  const after = { name, tags: withoutNulls(pick(tags, isShown)) };
  const changes = describeFieldChanges(before, after, createIsHidden([], secrets));
  return changes.length > 0 ? `changes ${changes.join(", ")}` : undefined;
}

function indexTags({ allTags }: Attributes): Map<string, SnapshotTag> {
  return new Map(allTags.map((tag) => [tag.key, tag]));
}

/** The tags before the resource first changed them; `null` for one that did not exist. */
function indexFoundTags({ tags, addedTags }: RestorePoint): Map<string, string | null> {
  return new Map([...addedTags.map((key) => [key, null] as const), ...Object.entries(tags)]);
}

/** A key can be `constructor`, or another name that every object inherits. */
function has(tags: Record<string, unknown> | undefined, key: string): boolean {
  return tags !== undefined && Object.hasOwn(tags, key);
}
