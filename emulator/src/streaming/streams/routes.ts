import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods";
import { buildStreamingError } from "../error-body";
import type { StreamingStore } from "../store";
import { toStreamResponse } from "./response";

const item = "/streams/:id(^\\d{1,15}$)";

/** Registers `GET /streaming/streams/{stream_id}` (contract 4.4, platform facts "Live streams"). */
export function registerStreamRoutes(app: FastifyInstance, store: StreamingStore): void {
  app.get(item, ({ params }: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const stream = store.findStream(Number(params.id));
    if (!stream) {
      return reply.code(404).send(buildStreamingError(404, `Stream ${params.id} is not found.`));
    }
    return reply.send(toStreamResponse(stream));
  });
  refuseOtherMethods(app, item, ["GET"], buildStreamingError);
}
