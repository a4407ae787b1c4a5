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
import { resolveLimit, type Progress, type Step } from "../../core/job";
import { toConflict } from "../../core/notices";
import { reconcile } from "../../core/reconcile";
import { Unknown } from "../../core/tree";
import type { SnapshotTag } from "../../model/snapshot";
import { pick, withoutNulls } from "../../values/json";
import {
  emptyRestorePoint,
  finalStatuses,
  ids,
  readAttributes,
  toState,
  type Attributes,
  type ManagedInputs,
  type RestorePoint,
  type SnapshotAttributesInputs,
  type SnapshotAttributesState,
} from "./schema";

export interface Request {
  kind: "update";
  patch: SnapshotPatch;
  isRepeated: true;
}

export interface Observed {
  actual?: SnapshotAnswer;
}

export type Former = Partial<Pick<SnapshotAttributesState, "tags" | "managesName" | "exclusiveTags" | "restorePoint">>;

type Managed = Partial<Pick<ManagedInputs, "name" | "tags" | "exclusiveTags">>;

export interface Target {
  ref: SnapshotRef;
  lockTimeoutSeconds: number;
  former: Partial<SnapshotAttributesState>;
  /** What to set; undefined for a restore. */
  inputs?: SnapshotAttributesInputs;
  /** The error if the snapshot does not exist; undefined for a restore, which then has nothing to do. */
  whenAbsent?: Error;
  /** The state of another resource that manages the snapshot now. What that resource declares is not restored. */
  holder?: Former;
}

export async function ensureAttributes(
  inputs: SnapshotAttributesInputs,
  whenAbsent: Error,
  dependencies: Dependencies,
  state: Partial<SnapshotAttributesState> = {},
): Promise<SnapshotAttributesState> {
  const { claim = createClaim() } = state;
  const { lockTimeoutSeconds } = inputs;
  const target = { ref: inputs, lockTimeoutSeconds, former: { ...state, claim }, inputs, whenAbsent };
  const { observed, progress } = await applyAttributes(target, dependencies);
  const after = observed.actual as SnapshotAnswer;
  const restorePoint = updateRestorePoint(state, readAttributes(progress.initial?.actual ?? after), inputs);
  return toState(after, inputs, { restorePoint, claim });
}

export function planAttributes(
  { ref, former, inputs, whenAbsent, holder }: Omit<Target, "lockTimeoutSeconds">,
  { actual }: Observed,
  { accepted }: Progress<Observed, Request>,
): Step<Request> {
  if (accepted) {
    return { do: "done" };
  }
  if (!actual) {
    return whenAbsent ? { do: "fail", error: whenAbsent, isFinal: true } : { do: "done" };
  }
  const attributes = readAttributes(actual);
  const problem = toConflict(inputs && findReadOnlyProblem(attributes, inputs));
  if (problem) {
    return { do: "fail", error: problem };
  }
  const isGoingAway = finalStatuses.includes(actual.status);
  if (isGoingAway && !inputs) {
    return { do: "done" };
  }
  const patch = inputs
    ? buildPatch(attributes, inputs, former, former.operation?.unconfirmed)
    : buildRestoringPatch(attributes, former, holder);
  if (!patch) {
    return { do: "done" };
  }
  if (isGoingAway) {
    const message = `snapshot ${ref.snapshotId} is in status "${actual.status}" and can no longer be changed`;
    return { do: "fail", error: new ConflictError({ message }), isFinal: true };
  }
  return actual.task_id
    ? { do: "wait", shown: `is locked by task ${actual.task_id}` }
    : { do: "send", request: { kind: "update", patch, isRepeated: true } };
}

export function applyAttributes(target: Target, { connection: { snapshots }, context, clock }: Dependencies) {
  const { ref, former, inputs, whenAbsent } = target;
  const { setting, ...limit } = resolveLimit(context, target.lockTimeoutSeconds, "lockTimeoutSeconds");
  return reconcile<Observed, Request>({
    noun: "snapshot",
    name: ref.snapshotId,
    ...limit,
    waits: context.waits,
    clock,
    // A restore does not continue an earlier operation.
    operation: inputs && former.operation,
    observe: async () => ({ actual: await snapshots.get(ref).catch(ignoreNotFound) }),
    plan: (observed, progress) => planAttributes(target, observed, progress),
    apply: async ({ patch }) => ({ observed: { actual: await snapshots.patch(ref, patch) } }),
    isTransient: (error) => error instanceof ConflictError,
    explain: (error) => {
      if (error instanceof NotFoundError && whenAbsent) {
        return whenAbsent;
      }
      if (!(error instanceof ValidationError)) {
        return error;
      }
      // The keys below `tags` are the user's own, so only the first step is translated.
      const explained = error.translatePaths(([field = "", ...rest]) => [camelCase(field), ...rest].join("."));
      return inputs ? explained : explained.withHint(refusedRestoreAdvice);
    },
    toPartialFailure: (error, { initial, lostAnswers, operation }) => {
      if (lostAnswers === 0) {
        return error;
      }
      const before = inputs && initial?.actual;
      const advice = before ? "The next `pulumi up` sends everything again" : "Run the same command again";
      const message = `${error.message}; it is not known whether the snapshot was changed. ${advice}`;
      const unknown = new OutcomeUnknownError({ message });
      if (!before) {
        return unknown;
      }
      const restorePoint = updateRestorePoint(former, readAttributes(before), inputs);
      // The snapshot may have the former tags or the new ones. The state gets both, so that the next `pulumi up`
      // removes those that the program no longer declares.
      const sent = { ...inputs, tags: { ...former.tags, ...inputs.tags } };
      const state = toState(before, sent, { restorePoint, operation, claim: former.claim });
      return new PartialFailure(ids.format(ref), state, unknown);
    },
  }).catch((error: unknown) => {
    // The limit of a restore is in the state.
    const way = inputs
      ? `raise ${setting}`
      : `declare the resource as before, raise ${setting}, run \`pulumi up\`, and try again`;
    const advice = `nothing was changed. Try again later, or ${way}`;
    throw error instanceof TimeoutError ? new TimeoutError({ message: `${error.message}; ${advice}` }) : error;
  });
}

/** The platform can refuse a former name or tag, even one that it once set itself. */
const refusedRestoreAdvice =
  "The platform refuses what the snapshot had before. To leave the name and the tags as they are, " +
  'declare the resource as before with onDestroy: "retain" and run `pulumi up`, then try again';

/** With `resends`, the patch sets everything that is declared, not only what differs. */
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
    if (!readOnly && !has(desired.tags, key) && (desired.exclusiveTags === true || wasDeclared)) {
      tags.set(key, null);
    }
  }
  const name = desired.name === actual.name && !resends ? undefined : desired.name;
  const patch = { ...(name !== undefined && { name }), ...(tags.size > 0 && { tags: Object.fromEntries(tags) }) };
  return Object.keys(patch).length > 0 ? patch : undefined;
}

/** Leaves alone what `other` manages, and what somebody else has set since this resource stopped declaring it. */
export function buildRestoringPatch(
  actual: Attributes,
  { tags: declared, restorePoint = emptyRestorePoint, managesName }: Former,
  other: Former = {},
): SnapshotPatch | undefined {
  const { name, declaredName } = restorePoint;
  const there = indexTags(actual);
  const tags = [...indexFormerTags(restorePoint)].filter(([key]) => {
    const tag = there.get(key);
    return (has(declared, key) || !tag) && !tag?.readOnly && !other.exclusiveTags && !has(other.tags, key);
  });
  const isNameOurs = (managesName || actual.name === declaredName) && !other.managesName;
  return buildPatch(actual, { name: isNameOurs ? name : undefined, tags: Object.fromEntries(tags) }, {});
}

/** Adds to the restore point what the resource now begins to declare or remove, with its actual values. */
export function updateRestorePoint(before: Former, actual: Attributes, desired: Managed): RestorePoint {
  const { name, declaredName, ...known } = before.restorePoint ?? emptyRestorePoint;
  // Added tags that are no longer declared are dropped: if one is there again, somebody else has added it.
  const addedTags = known.addedTags.filter((key) => has(before.tags, key));
  const former = indexFormerTags({ ...known, addedTags });
  const there = indexTags(actual);
  const patched = buildPatch(actual, desired, before)?.tags ?? {};
  for (const key of new Set([...Object.keys(desired.tags ?? {}), ...Object.keys(patched)])) {
    // If a removed tag is there again, somebody else has set it, and its current value is the one to restore later.
    const isStillKnown = has(before.tags, key) || before.exclusiveTags === true || !there.has(key);
    const first = isStillKnown ? former.get(key) : undefined;
    former.set(key, first === undefined ? (there.get(key)?.value ?? null) : first);
    if (former.get(key) === null && desired.tags?.[key] === null) {
      former.delete(key);
    }
  }
  const formerName = name ?? (desired.name === undefined ? undefined : actual.name);
  const entries = [...former];
  return {
    ...(formerName !== undefined && { name: formerName, declaredName: desired.name ?? declaredName }),
    tags: Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null)),
    addedTags: entries.flatMap(([key, value]) => (value === null ? [key] : [])).sort(),
  };
}

export function findReadOnlyProblem(actual: Attributes, desired: Managed): Failure | undefined {
  const readOnly = actual.allTags.filter(({ key, readOnly }) => readOnly && has(desired.tags, key));
  const names = readOnly.map(({ key }) => JSON.stringify(key)).join(", ");
  const reason = `must not have the read-only ${names}: the platform refuses every change`;
  return names === "" ? undefined : { property: "tags", reason };
}

/** For an update (with `former`), describes only what turning on `exclusiveTags` removes: Pulumi shows the rest. */
export function describeEffects(
  actual: Attributes,
  desired: Managed,
  former?: Former,
  isHidden = createIsHidden([]),
): string | undefined {
  if (former && (former.exclusiveTags || !desired.exclusiveTags)) {
    return undefined;
  }
  // A preview that does not know the declared tags cannot tell what `exclusiveTags` removes.
  const areTagsUnknown = (desired.tags as unknown) instanceof Unknown;
  const known = areTagsUnknown ? { ...desired, tags: undefined, exclusiveTags: false } : desired;
  const { name = actual.name, tags = {} } = buildPatch(actual, known, {}) ?? {};
  const there = Object.fromEntries(actual.allTags.map(({ key, value }) => [key, value]));
  const isShown = (key: string) => has(there, key) && !(former && (has(desired.tags, key) || has(former.tags, key)));
  const before = { name: former ? name : actual.name, tags: pick(there, (key) => has(tags, key) && isShown(key)) };
  const after = { name, tags: withoutNulls(pick(tags, isShown)) };
  const changes = describeFieldChanges(before, after, isHidden);
  return changes.length > 0 ? `changes ${changes.join(", ")}` : undefined;
}

function indexTags({ allTags }: Attributes): Map<string, SnapshotTag> {
  return new Map(allTags.map((tag) => [tag.key, tag]));
}

function indexFormerTags({ tags, addedTags }: RestorePoint): Map<string, string | null> {
  return new Map([...addedTags.map((key) => [key, null] as const), ...Object.entries(tags)]);
}

/** Ignores inherited keys, because a tag may be called `constructor`. */
function has(tags: Record<string, unknown> | undefined, key: string): boolean {
  return tags !== undefined && Object.hasOwn(tags, key);
}
