import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendResult, refuseOtherMethods } from "../replies";
import { CloudError } from "../error-body";
import type { CloudStore } from "../store";
import { toTaskResponse } from "./response";

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
