import type { FastifyInstance, FastifyRequest } from "fastify";
import { CloudError, sendResult, refuseOtherMethods, formatTimestamp } from "../replies";
import type { CloudStore } from "../store";
import type { StartedTask } from "./progress";

const defaultError = "The task failed.";

function resolveState({ life, progress }: StartedTask): string {
  if (progress.phase === "ENDED") {
    return life.endState ?? life.end ?? "FINISHED";
  }
  return progress.phase === "NEW" ? (life.newState ?? "NEW") : (life.state ?? "RUNNING");
}

/** Returns the task object of the platform facts. */
function toTaskResponse(task: StartedTask) {
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

/** Registers `{base}/tasks/{id}` (contract 3, 9, platform facts "Tasks"). A GET counts as a poll, a HEAD does not. */
export function registerTaskRoutes(app: FastifyInstance, store: CloudStore, base: string): void {
  const item = `${base}/tasks/:id`;
  app.get(item, ({ method, params }: FastifyRequest<{ Params: { id: string } }>, reply) =>
    sendResult(reply, () => {
      const id = params.id.toLowerCase();
      const task = method === "HEAD" ? store.peekTask(id) : store.pollTask(id);
      if (!task) {
        throw new CloudError(404, `Task ${params.id} is not found.`);
      }
      return toTaskResponse(task);
    }),
  );
  refuseOtherMethods(app, item, ["GET"]);
}
