import { ConflictError, NotFoundError } from "../api/failures/errors";
import type { Failure } from "./check";
import type { UnfinishedOperation } from "./job";

export function createAbsenceError(subject: string): NotFoundError {
  return new NotFoundError({
    message: `${subject} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
  });
}

/** Returns a clause about what the next update does. With `isBroken`, the object cannot be used. */
export function describeUnfinished(operation: UnfinishedOperation | undefined, isBroken = false): string | undefined {
  if (!operation) {
    return undefined;
  }
  const { kind, tasks = [], unconfirmed, failed } = operation;
  const listed = `${tasks.length === 1 ? "task" : "tasks"} ${tasks.join(", ")}`;
  if (failed) {
    const next = isBroken
      ? "is sent again as a whole: the last change has failed"
      : "resumes the last change, which has failed";
    return `${next}${tasks.length > 0 ? ` (${listed})` : ""}`;
  }
  if (tasks.length > 0) {
    return `first waits for the last change: ${listed}`;
  }
  if (unconfirmed) {
    return kind === "create"
      ? "first finds out whether the last `pulumi up` created it"
      : "is sent again as a whole: the answer to the last change was lost, so it is unknown whether it was carried out";
  }
  return kind === "delete"
    ? "first waits until the platform has deleted it"
    : "resumes the last change, which has not finished";
}

export function resolveOnDestroy<Choice extends string>(state: {
  onDestroy?: Choice;
  adopted?: boolean;
}): Choice | "delete" | "retain" {
  return state.onDestroy ?? (state.adopted ? "retain" : "delete");
}

type OnDestroy = "delete" | "retain" | "restore";

const fates: Record<OnDestroy, string> = { delete: "is deleted", retain: "stays as it is", restore: "is restored" };

/** Returns a clause if a replacement also sets another `onDestroy`, which does not apply to the old object. */
export function describeLateOnDestroy(
  noun: string,
  state: { onDestroy?: OnDestroy; adopted?: boolean },
  inputs: { onDestroy?: OnDestroy },
): string | undefined {
  const [old, wanted] = [resolveOnDestroy(state), resolveOnDestroy({ ...state, onDestroy: inputs.onDestroy })];
  const { onDestroy } = inputs;
  const reason = onDestroy
    ? `onDestroy: "${onDestroy}" is for the new one`
    : "removing onDestroy comes too late for it";
  return typeof wanted === "string" && wanted !== old
    ? `the old ${noun} ${fates[old]}, because ${reason}. To apply it to the old one, first run \`pulumi up\` with that ` +
        "change alone"
    : undefined;
}

export function describeStay(fate: "retain" | "restore"): string {
  const what = fate === "retain" ? "as it is" : "and is restored to what was there before";
  return `stays on the platform, ${what}: its onDestroy is "${fate}"`;
}

export function toConflict(failure: Failure | undefined): ConflictError | undefined {
  return failure && new ConflictError({ message: `${failure.property} ${failure.reason}` });
}
