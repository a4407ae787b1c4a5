import type { FastifyInstance, FastifyRequest } from "fastify";
import { answerOrRefuse, refuseOtherMethods } from "../answers";
import { CloudRefusal } from "../error-body";
import type { CloudStore } from "../store";
import { answerTask } from "./answer";

/** `{base}/tasks/{id}` (contract 3 and 9, platform facts "Tasks"). A GET counts as a poll of the task; a HEAD does not. */
export function taskRoutes(app: FastifyInstance, store: CloudStore, base: string): void {
  const item = `${base}/tasks/:id`;
  app.get(item, ({ method, params }: FastifyRequest<{ Params: { id: string } }>, reply) =>
    answerOrRefuse(reply, () => {
      const id = params.id.toLowerCase();
      const task = method === "HEAD" ? store.peekTask(id) : store.pollTask(id);
      if (!task) throw new CloudRefusal(404, `Task ${params.id} is not found.`);
      return answerTask(task);
    }),
  );
  refuseOtherMethods(app, item, ["GET"]);
}
