import type { FastifyInstance, FastifyReply } from "fastify";
import { refuseOtherMethods as refuseMethods } from "../http/other-methods";
import { buildCloudError, CloudError } from "./error-body";

/** Sends what `make` returns; a refusal it throws is answered with its status and body. */
export function sendResult(reply: FastifyReply, make: () => unknown): FastifyReply {
  try {
    return reply.send(make());
  } catch (error) {
    if (error instanceof CloudError) return reply.code(error.status).send(error.body);
    throw error;
  }
}

/** Answers 405 to every method but the given ones (platform facts: `HTTPError`). */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  refuseMethods(app, url, allowed, buildCloudError);
}
