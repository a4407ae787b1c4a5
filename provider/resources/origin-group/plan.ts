import { isDeepStrictEqual } from "node:util";
import type { Dialect } from "../../api/calls/dialect";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import { ConflictError } from "../../api/failures/errors";
import { nameTakenAdvice } from "../../core/claims";
import type { Progress, Step } from "../../core/reconcile";
import type { NameFate } from "./names";
import { normalizeGroup } from "./normalize";
import type { GroupInputs } from "./schema";
import { groupOf, withoutCredentials } from "./wire";

/** A change of a group, always with the complete group. `isInterim`: under an interim name. */
export type Request = { kind: "create" } | { kind: "update" | "delete"; isRepeated: true; isInterim?: true };

export const [create, update, remove]: readonly [Request, Request, Request] = [
  { kind: "create" },
  { kind: "update", isRepeated: true },
  { kind: "delete", isRepeated: true },
];

const stepAside: Request = { kind: "update", isRepeated: true, isInterim: true };

/** Another group that has the name. */
export interface NameHolder {
  id: number;
  name: string;
  fate: NameFate;
  /** Whether that group waits, directly or through others, for the name of this one. */
  isInRing: boolean;
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
  id: () => string | undefined;
  /** What to do if there is no group: create it, or fail with this error. */
  whenAbsent: "create" | Error;
  /** What to do if another group keeps the name. */
  nameAdvice?: string;
}

type Past = Progress<Observed, Request>;
type Next = Step<Request>;

/** The next step towards the declared group. */
export function planPresence(desired: Desired, { actual, holder }: Observed, past: Past): Next {
  if (past.accepted && !isInterim(past.accepted)) {
    return { do: "done" };
  }
  if (!actual) {
    return desired.whenAbsent === "create"
      ? { do: "send", request: create }
      : { do: "fail", error: desired.whenAbsent, isFinal: true };
  }
  if (desired.whenAbsent !== "create") {
    return holder ? whileNameIsTaken(desired, holder, past) : { do: "send", request: update };
  }
  if (desired.id() !== undefined || (past.lostAnswers > 0 && isLikeSent(desired, actual))) {
    return { do: "done" };
  }
  const refused: Next = { do: "fail", error: taken(actual), isFinal: true };
  return holder?.fate === "leaves" ? waitForName(holder, givenUpSeconds, refused) : refused;
}

/**
 * Another group has the name. In a cycle of groups that wait for each other's names, one takes an interim name first.
 * That is safe, as CDN resources refer to groups by ID.
 */
function whileNameIsTaken(desired: Desired, holder: NameHolder, { accepted }: Past): Next {
  const refused: Next = { do: "fail", error: keptName(desired, holder, accepted !== undefined) };
  switch (holder.fate) {
    case "stays":
      return refused;
    case "unknown":
      return waitForName(holder, unknownHolderSeconds, refused);
    case "leaves":
      return holder.isInRing && !accepted
        ? { do: "send", request: stepAside }
        : waitForName(holder, givenUpSeconds, refused);
  }
}

function waitForName({ id, fate }: NameHolder, seconds: number, then: Next): Next {
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
export function planAbsence({ actual }: Observed, past: Past): Next {
  return past.accepted || !actual ? { do: "done" } : { do: "send", request: remove };
}

/** Whether a group is the one that was sent. A group in use cannot be new, so it belongs to another owner. */
function isLikeSent({ group, dialect }: Desired, found: OriginGroupAnswer): boolean {
  const [onPlatform, sent] = [groupOf(found, {}, dialect), normalizeGroup({ ...group })].map(withoutCredentials);
  return isDeepStrictEqual(onPlatform, sent) && !found.has_related_resources;
}

/** The error of an update whose name another group keeps; `isInterim`: all else was changed, under an interim name. */
function keptName({ nameAdvice }: Desired, { id, name, fate }: NameHolder, isInterim: boolean): Error {
  const holder = `origin group ${JSON.stringify(name)} (ID ${id})`;
  const problem =
    fate === "stays"
      ? `another resource of this program has the ${holder}; give one of them another name`
      : `the account already has an ${holder}`;
  const advice =
    nameAdvice ??
    "If its resource was removed from the program or is to take another name, first run `pulumi up` with a name here " +
      "that no group has, then with this one. Otherwise choose another name";
  const sentences = [problem, ...(isInterim ? [] : ["Nothing was changed"]), ...(fate === "stays" ? [] : [advice])];
  return new ConflictError({ message: `name: ${sentences.join(". ")}` });
}

/** The error of a creation whose name another group has. */
export function taken({ id, name }: OriginGroupAnswer, isPreview = false): Error {
  return new ConflictError({
    message:
      `name: the account already has an origin group ${JSON.stringify(name)} (ID ${id}). ` +
      nameTakenAdvice("group", `originGroupId: ${id}`, isPreview),
  });
}
