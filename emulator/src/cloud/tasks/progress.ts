import type { TaskLife } from "./life";
import type { TaskProgress, Task } from "./task";

/** A task that was started. */
export type StartedTask = Task & { readonly progress: TaskProgress };

const startProgress = ({ unknownPolls = 0 }: TaskLife, now: number): TaskProgress => ({
  startedMs: now,
  phase: "NEW",
  sinceMs: now,
  polls: 0,
  unknownPolls,
});

/** Returns when the phase ended; undefined while it lasts. */
function findPhaseEnd(life: TaskLife, { phase, sinceMs, polls }: TaskProgress, now: number): number | undefined {
  if (phase === "ENDED") {
    return undefined;
  }
  const [lastsPolls, lastsMs = 0] = phase === "NEW" ? [life.newPolls, life.newMs] : [life.runningPolls, life.runningMs];
  if (lastsPolls === 0) {
    return sinceMs;
  }
  if (lastsPolls !== undefined) {
    return polls >= lastsPolls ? now : undefined;
  }
  return now >= sinceMs + lastsMs ? sinceMs + lastsMs : undefined;
}

/** Advances a task to the present; returns the same object if nothing has changed. */
export function advanceTask(task: Task, now: number): StartedTask {
  let progress = task.progress ?? startProgress(task.life, now);
  for (let end; (end = findPhaseEnd(task.life, progress, now)) !== undefined;) {
    progress = { ...progress, phase: progress.phase === "NEW" ? "RUNNING" : "ENDED", sinceMs: end, polls: 0 };
  }
  return progress === task.progress ? (task as StartedTask) : { ...task, progress };
}

/** Polls a task: returns what the poll sees (undefined if the task is not known yet), and the task afterwards. */
export function pollTask(task: Task, now: number): { seen: StartedTask | undefined; after: Task } {
  const seen = advanceTask(task, now);
  const { unknownPolls, polls } = seen.progress;
  if (seen.life.neverKnown === true) {
    return { seen: undefined, after: seen };
  }
  if (unknownPolls > 0) {
    return { seen: undefined, after: { ...seen, progress: { ...seen.progress, unknownPolls: unknownPolls - 1 } } };
  }
  return { seen, after: advanceTask({ ...seen, progress: { ...seen.progress, polls: polls + 1 } }, now) };
}
