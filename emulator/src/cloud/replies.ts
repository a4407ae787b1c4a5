import type { FastifyInstance, FastifyReply } from "fastify";
import { refuseOtherMethods as refuseMethods } from "../http/other-methods";
import { buildCloudError, CloudError } from "./error-body";

/** Sends the result of `make`, or the {@link CloudError} that it throws. */
export function sendResult(reply: FastifyReply, make: () => unknown): FastifyReply {
  try {
    return reply.send(make());
  } catch (error) {
    if (error instanceof CloudError) {
      return reply.code(error.status).send(error.body);
    }
    throw error;
  }
}

/** Responds with 405 to all other methods (platform facts: `HTTPError`). */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  refuseMethods(app, url, allowed, buildCloudError);
}
