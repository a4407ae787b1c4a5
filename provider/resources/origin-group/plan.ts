import { isDeepStrictEqual } from "node:util";
import type { Dialect } from "../../api/calls/dialect";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import { ConflictError } from "../../api/failures/errors";
import { adviseOnTakenName } from "../../core/claims";
import type { Progress, Step } from "../../core/reconcile";
import type { NameFate } from "./names";
import { normalizeGroup } from "./normalize";
import type { GroupInputs } from "./schema";
import { toGroup, withoutCredentials } from "./wire";

/** A change of a group, always with the complete group. `isInterim`: under an interim name. */
export type Request = { kind: "create" } | { kind: "update" | "delete"; isRepeated: true; isInterim?: true };

export const [createRequest, updateRequest, deleteRequest]: readonly [Request, Request, Request] = [
  { kind: "create" },
  { kind: "update", isRepeated: true },
  { kind: "delete", isRepeated: true },
];

const interimRequest: Request = { kind: "update", isRepeated: true, isInterim: true };

/** Another group that has the name. */
export interface NameHolder {
  id: number;
  name: string;
  fate: NameFate;
  /** Whether that group waits, directly or through others, for the name of this one. */
  isInCycle: boolean;
}

/** What was observed of a group. */
export interface Observed {
  /** Undefined if the platform has no such group. */
  actual?: OriginGroupAnswer;
  /** Looked up once the name was refused. */
  holder?: NameHolder;
}

/** How long to wait for a name that another group is about to give up. */
export const givenUpSeconds = 60;

/** How long to wait until the program says what it does with the group that has the name. */
export const unknownHolderSeconds = 5;

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
  if (progress.accepted && !isInterim(progress.accepted)) {
    return { do: "done" };
  }
  if (!actual) {
    return desired.whenAbsent === "create"
      ? { do: "send", request: createRequest }
      : { do: "fail", error: desired.whenAbsent, isFinal: true };
  }
  if (desired.whenAbsent !== "create") {
    return holder ? planWithTakenName(desired, holder, progress) : { do: "send", request: updateRequest };
  }
  if (desired.getId() !== undefined || (progress.lostAnswers > 0 && matchesSent(desired, actual))) {
    return { do: "done" };
  }
  const refused: NextStep = { do: "fail", error: explainNameTaken(desired, actual), isFinal: true };
  return holder?.fate === "givenUp" ? waitForName(holder, givenUpSeconds, refused) : refused;
}

/**
 * Another group has the name. In a cycle of groups that wait for each other's names, one takes an interim name first.
 * That is safe, as CDN resources refer to groups by ID.
 */
function planWithTakenName(desired: Desired, holder: NameHolder, { accepted }: GroupProgress): NextStep {
  const refused: NextStep = { do: "fail", error: explainKeptName(desired, holder, accepted !== undefined) };
  switch (holder.fate) {
    case "kept":
      return refused;
    case "unknown":
      return waitForName(holder, unknownHolderSeconds, refused);
    case "givenUp":
      return holder.isInCycle && !accepted
        ? { do: "send", request: interimRequest }
        : waitForName(holder, givenUpSeconds, refused);
  }
}

function waitForName({ id, fate }: NameHolder, seconds: number, then: NextStep): NextStep {
  return {
    do: "wait",
    shown: `waits for the name of origin group ${id}`,
    gracePeriod: { reason: `${id} ${fate}`, seconds, then },
  };
}

/** Whether a change gives the group an interim name. */
export function isInterim(request: Request): boolean {
  return "isInterim" in request;
}

/** The next step towards a group that should not exist. */
export function planAbsence({ actual }: Observed, progress: GroupProgress): NextStep {
  return progress.accepted || !actual ? { do: "done" } : { do: "send", request: deleteRequest };
}

/** Whether a group may be the one that was sent. A group in use cannot be new, so it belongs to another owner. */
function matchesSent({ group, dialect }: Pick<Desired, "group" | "dialect">, actual: OriginGroupAnswer): boolean {
  const [onPlatform, sent] = [toGroup(actual, {}, dialect), normalizeGroup({ ...group })].map(withoutCredentials);
  return isDeepStrictEqual(onPlatform, sent) && !actual.has_related_resources;
}

/** The error of an update whose name another group keeps; `isInterim`: all else was changed, under an interim name. */
function explainKeptName({ isRestore }: Desired, holder: NameHolder, isInterim: boolean): Error {
  const isOfProgram = holder.fate === "kept";
  const problem = isOfProgram
    ? `another resource of this program has the ${describeHolder(holder)}; give one of them another name`
    : `the account already has an ${describeHolder(holder)}`;
  const nameAdvice = isRestore ? restoreAdvice : renameAdvice;
  const sentences = [problem, ...(isInterim ? [] : ["Nothing was changed"]), ...(isOfProgram ? [] : [nameAdvice])];
  return new ConflictError({ message: `name: ${sentences.join(". ")}` });
}

/** What an adoption that renames its group would meet, for a preview. */
export function explainRefusedRename(holder: OriginGroupAnswer): Error {
  return new ConflictError({ message: `name: the account already has an ${describeHolder(holder)}. ${renameAdvice}` });
}

/** The error of a creation whose name another group has. */
export function explainNameTaken(
  desired: Pick<Desired, "group" | "dialect">,
  holder: OriginGroupAnswer,
  isPreview = false,
): Error {
  const isSame = matchesSent(desired, holder);
  const adopting = `originGroupId: ${holder.id}`;
  return new ConflictError({
    message:
      `name: the account already has an ${describeHolder(holder)}${isSame ? " with the same content" : ""}. ` +
      adviseOnTakenName({ noun: "group", adopting, isSame, isPreview }),
  });
}

const renameAdvice =
  "Choose another name. If another resource of the program gives this name up in the same change, first run " +
  "`pulumi up` with a temporary name here, then with this one";

const restoreAdvice = 'Give that group another name, or set onDestroy: "retain" and run `pulumi up`, then try again';

function describeHolder({ id, name }: Pick<NameHolder, "id" | "name">): string {
  return `origin group ${JSON.stringify(name)} (ID ${id})`;
}
