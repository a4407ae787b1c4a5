import { isDeepStrictEqual } from "node:util";
import type { Dialect } from "../../api/dialect";
import type { OriginGroupAnswer } from "../../api/endpoints/origin-groups";
import { ConflictError } from "../../api/errors";
import { nameTakenAdvice } from "../../core/claims";
import type { Progress, Step } from "../../core/reconcile";
import { normalizeGroup } from "./normalize";
import type { GroupInputs } from "./schema";
import { groupOf, withoutCredentials } from "./wire";

/** A change of a group: always of the whole group. */
export type Request = { kind: "create" } | { kind: "update" | "delete"; isRepeated: true };

export const [create, update, remove]: readonly [Request, Request, Request] = [
  { kind: "create" },
  { kind: "update", isRepeated: true },
  { kind: "delete", isRepeated: true },
];

/** What a look shows. */
export interface Observed {
  /** Undefined if there is none. */
  actual?: OriginGroupAnswer;
}

/** What is declared. */
export interface Desired {
  group: GroupInputs;
  dialect: Dialect;
  /** ID of the group: of an existing one, or as soon as the platform has answered it. */
  id: () => string | undefined;
  /** What it means that there is none: it is to be made, or an error. */
  whenAbsent: "create" | Error;
}

type Past = Progress<Observed, Request>;
type Next = Step<Request>;

/** What brings a group to what is declared. */
export function planPresence(desired: Desired, { actual }: Observed, past: Past): Next {
  if (past.accepted) {
    return { do: "done" };
  }
  if (!actual) {
    return desired.whenAbsent === "create"
      ? { do: "send", request: create }
      : { do: "fail", error: desired.whenAbsent, isFinal: true };
  }
  if (desired.whenAbsent !== "create") {
    return { do: "send", request: update };
  }
  const isOwn = desired.id() !== undefined || (past.lostAnswers > 0 && isLikeSent(desired, actual));
  return isOwn ? { do: "done" } : { do: "fail", error: taken(actual), isFinal: true };
}

/** What removes a group. */
export function planAbsence({ actual }: Observed, past: Past): Next {
  return past.accepted || !actual ? { do: "done" } : { do: "send", request: remove };
}

/** Nothing can use a group that was made a moment ago: one in use belongs to another owner. */
function isLikeSent({ group, dialect }: Desired, found: OriginGroupAnswer): boolean {
  const [onPlatform, sent] = [groupOf(found, {}, dialect), normalizeGroup({ ...group })].map(withoutCredentials);
  return isDeepStrictEqual(onPlatform, sent) && !found.has_related_resources;
}

/** The error of a creation whose name another group has. */
export function taken({ id, name }: OriginGroupAnswer, isPreview = false): Error {
  return new ConflictError({
    message:
      `name: the account already has an origin group ${JSON.stringify(name)} (ID ${id}). ` +
      nameTakenAdvice("group", `originGroupId: ${id}`, isPreview),
  });
}
