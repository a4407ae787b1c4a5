import type { Contents } from "./contents";
import { settleSnapshot } from "./snapshots/operation";
import { settleFunction } from "./functions/settle";
import { standingOf, type Standing } from "./operation";
import { advance } from "./tasks/progress";
import type { Task } from "./tasks/task";

type Tasks = Contents["tasks"];

/** The map with every value changed by `change`, undefined removes it; the same map when nothing has changed. */
function mapValues<V>(all: ReadonlyMap<string, V>, change: (value: V) => V | undefined): ReadonlyMap<string, V> {
  let changed: Map<string, V> | undefined;
  for (const [key, value] of all) {
    const next = change(value);
    if (next === value) continue;
    changed ??= new Map(all);
    if (next === undefined) changed.delete(key);
    else changed.set(key, next);
  }
  return changed ?? all;
}

/** Resources whose operation has ended become what it made of them. */
function settleOperations<V extends { operation?: { readonly tasks: readonly string[] } | undefined }>(
  all: ReadonlyMap<string, V>,
  tasks: Tasks,
  settle: (value: V, standing: Standing) => V | undefined,
): ReadonlyMap<string, V> {
  return mapValues(all, (value) => {
    const standing = value.operation && standingOf(value.operation, tasks);
    return standing?.phase === "ended" ? settle(value, standing) : value;
  });
}

/** The contents as they are at this moment: tasks go on, and what has ended takes effect. */
export function settle(contents: Contents, now: number): Contents {
  const tasks = mapValues<Task>(contents.tasks, (task) => advance(task, now));
  const functions = settleOperations(contents.functions, tasks, settleFunction);
  const snapshots = settleOperations(contents.snapshots, tasks, settleSnapshot);
  return { ...contents, tasks, functions, snapshots };
}
