import type { FastifyInstance, FastifyRequest } from "fastify";
import { answerOrRefuse, refuseOtherMethods } from "../answers";
import { CloudRefusal } from "../error-body";
import type { CloudStore } from "../store";
import { answerTask } from "./answer";

/** `{base}/tasks/{id}` (contract 3 and 9, platform facts "Tasks"). Reading a task counts as a poll of it. */
export function taskRoutes(app: FastifyInstance, store: CloudStore, base: string): void {
  const item = `${base}/tasks/:id`;
  app.get(item, ({ params }: FastifyRequest<{ Params: { id: string } }>, reply) =>
    answerOrRefuse(reply, () => {
      const task = store.pollTask(params.id.toLowerCase());
      if (!task) throw new CloudRefusal(404, `Task ${params.id} is not found.`);
      return answerTask(task);
    }),
  );
  refuseOtherMethods(app, item, ["GET"]);
}
