import type { FastifyInstance, FastifyReply } from "fastify";
import { cloudError, CloudRefusal } from "./error-body";

/** Sends what `make` returns; a refusal it throws is answered with its status and body. */
export function answerOrRefuse(reply: FastifyReply, make: () => unknown): FastifyReply {
  try {
    return reply.send(make());
  } catch (error) {
    if (error instanceof CloudRefusal) return reply.code(error.status).send(error.body);
    throw error;
  }
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Answers 405 to every method but the given ones (platform facts: `HTTPError`). */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  app.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url,
    handler: ({ method }, reply) =>
      reply
        .code(405)
        .header("allow", allowed.join(", "))
        .send(cloudError(405, `Method ${method} is not allowed.`)),
  });
}
