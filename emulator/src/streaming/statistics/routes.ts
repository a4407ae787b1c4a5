import type { FastifyInstance } from "fastify";
import { todayMs } from "../../instant";
import { refuseOtherMethods } from "../../http/other-methods";
import { listErrors, streamingError } from "../error-body";
import type { StreamingStore } from "../store";
import { keptFrame, pointsOf } from "./points";
import { readTimeFrame } from "./time-frame";

const url = "/statistics/vod/transcoding_duration";

/** `/streaming/statistics/vod/transcoding_duration` (contract 4.6, 2.7). */
export function statisticsRoutes(app: FastifyInstance, store: StreamingStore): void {
  app.get(url, (request, reply) => {
    const frame = readTimeFrame(request.query as Record<string, unknown>);
    if ("problems" in frame) return reply.code(400).send(listErrors(frame.problems));
    const { clients, today, daysKept } = store.vodStatistics;
    const kept = keptFrame(todayMs(today), daysKept);
    const records = clients.map((client) => ({
      client: client.client,
      metrics: { vod: pointsOf(client, kept, frame) },
    }));
    return reply.send(records);
  });
  refuseOtherMethods(app, url, ["GET"], streamingError);
}
