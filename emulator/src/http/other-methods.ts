import type { FastifyInstance } from "fastify";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const;

/** Responds with 405 to all other methods of a path. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly string[],
  body: (status: number, message: string) => unknown,
): void {
  app.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url,
    handler: ({ method }, reply) =>
      reply
        .code(405)
        .header("allow", allowed.join(", "))
        .send(body(405, `Method ${method} is not allowed.`)),
  });
}
