import { formatTimestamp } from "../timestamp";
import type { StartedTask } from "./progress";

const defaultError = "The task failed.";

function resolveState({ life, progress }: StartedTask): string {
  if (progress.phase === "ENDED") {
    return life.endState ?? life.end ?? "FINISHED";
  }
  return progress.phase === "NEW" ? (life.newState ?? "NEW") : (life.state ?? "RUNNING");
}

/** Returns the task object of the platform facts. */
export function toTaskResponse(task: StartedTask) {
  const { id, user_id, task_type, life, created_resources, progress } = task;
  // With an `endState`, the task never says that it has ended.
  const ended = progress.phase === "ENDED" && life.endState === undefined;
  const failed = ended && life.end === "ERROR";
  return {
    id,
    user_id,
    state: resolveState(task),
    task_type,
    error: failed ? (life.error ?? defaultError) : null,
    created_resources: ended && !failed ? created_resources : null,
    created_on: formatTimestamp(progress.startedMs),
    updated_on: formatTimestamp(progress.sinceMs),
    finished_on: ended ? formatTimestamp(progress.sinceMs) : null,
    detailed_state: null,
  };
}
