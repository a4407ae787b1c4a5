import { isDeepStrictEqual } from "node:util";
import type { Dialect } from "../../config/dialect";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import { ConflictError } from "../../api/failures/errors";
import { adviseOnTakenName } from "../../core/claims";
import { normalizeGroup, type GroupInputs } from "./schema";
import { toGroup, withoutCredentials } from "./wire";
import type { Progress, Step } from "../../core/job";

/** A change of a group, always with the complete group. */
export type Request = { kind: "create" } | { kind: "update" | "delete"; isRepeated: true };

export const [createRequest, updateRequest, deleteRequest]: readonly [Request, Request, Request] = [
  { kind: "create" },
  { kind: "update", isRepeated: true },
  { kind: "delete", isRepeated: true },
];

/** What was observed of a group. */
export interface Observed {
  /** Undefined if the platform has no such group. */
  actual?: OriginGroupAnswer;
  /** The other group that has the name; looked up once the name was refused. */
  holder?: OriginGroupAnswer;
}

/** The group that the program declares. */
export interface Desired {
  group: GroupInputs;
  dialect: Dialect;
  /** ID of the group; undefined until the platform has returned it. */
  getId: () => string | undefined;
  /** What to do if there is no group: create it, or fail with this error. */
  whenAbsent: "create" | Error;
  /** Whether a destroy puts back what was there before. */
  isRestore?: boolean;
}

type GroupProgress = Progress<Observed, Request>;
type NextStep = Step<Request>;

/** The next step towards the declared group. */
export function planPresence(desired: Desired, { actual, holder }: Observed, progress: GroupProgress): NextStep {
  if (progress.accepted) {
    return { do: "done" };
  }
  if (!actual) {
    return desired.whenAbsent === "create"
      ? { do: "send", request: createRequest }
      : { do: "fail", error: desired.whenAbsent, isFinal: true };
  }
  if (desired.whenAbsent !== "create") {
    const advice = `Nothing was changed. ${desired.isRestore ? restoreAdvice : renameAdvice}`;
    return holder ? { do: "fail", error: explainHeldName(holder, advice) } : { do: "send", request: updateRequest };
  }
  if (desired.getId() !== undefined || (progress.lostAnswers > 0 && matchesSent(desired, actual))) {
    return { do: "done" };
  }
  return { do: "fail", error: explainNameTaken(desired, actual), isFinal: true };
}

/** The next step towards a group that should not exist. */
export function planAbsence({ actual }: Observed, progress: GroupProgress): NextStep {
  return progress.accepted || !actual ? { do: "done" } : { do: "send", request: deleteRequest };
}

/** Whether a group may be the one that was sent; a new one cannot be in use. */
function matchesSent({ group, dialect }: Pick<Desired, "group" | "dialect">, actual: OriginGroupAnswer): boolean {
  const [onPlatform, sent] = [toGroup(actual, {}, dialect), normalizeGroup({ ...group })].map(withoutCredentials);
  return isDeepStrictEqual(onPlatform, sent) && !actual.has_related_resources;
}

/** The error of a change whose name another group has. */
export function explainHeldName({ id, name }: OriginGroupAnswer, advice = renameAdvice, isSame = false): Error {
  const holder = `origin group ${JSON.stringify(name)} (ID ${id})${isSame ? " with the same content" : ""}`;
  return new ConflictError({ message: `name: the account already has an ${holder}. ${advice}` });
}

/** The error of a creation whose name another group has. */
export function explainNameTaken(
  desired: Pick<Desired, "group" | "dialect">,
  holder: OriginGroupAnswer,
  isPreview = false,
): Error {
  const isSame = matchesSent(desired, holder);
  const adopting = `originGroupId: ${holder.id}`;
  return explainHeldName(holder, adviseOnTakenName({ noun: "group", adopting, isSame, isPreview }), isSame);
}

const renameAdvice =
  "Choose another name. If another resource of the program gives this name up in the same change, first run `pulumi up` " +
  "with names that are free in both resources, then with these";

const restoreAdvice = 'Give that group another name, or set onDestroy: "retain" and run `pulumi up`, then try again';

/** Throws if the group cannot be restored on destroy. */
export function assertRestorable(
  onDestroy: string | undefined,
  restorePoint: GroupInputs | undefined,
): asserts restorePoint is GroupInputs {
  const problem = explainUnrestorable(onDestroy, restorePoint);
  if (problem !== undefined) {
    throw problem;
  }
}

/** Why the group cannot be restored on destroy; undefined if it can, or is not to be. */
export function explainUnrestorable(
  onDestroy: string | undefined,
  restorePoint: GroupInputs | undefined,
): Error | undefined {
  const problem = onDestroy === "restore" ? findRestoreProblem(restorePoint) : undefined;
  return problem === undefined ? undefined : new ConflictError({ message: `onDestroy ${problem}` });
}

/** Why a group cannot be restored: the resource created it, or adopted it with credentials, which cannot be read. */
export function findRestoreProblem(restorePoint: GroupInputs | undefined): string | undefined {
  if (!restorePoint) {
    return 'cannot be "restore": the resource created the group itself. Use "delete" or "retain"';
  }
  const buckets = [restorePoint.auth, ...(restorePoint.sources ?? []).map(({ config }) => config)]
    .map((bucket) => bucket?.s3BucketName)
    .filter((name) => name !== undefined);
  return buckets.length > 0
    ? `cannot be "restore": the group was found with the bucket ${buckets.join(", ")}, whose credentials the platform ` +
        'does not reveal. Use "retain" or "delete"'
    : undefined;
}
