import type { FastifyInstance } from "fastify";
import { todayMs } from "../../instant";
import { listErrors } from "../error-body";
import type { StreamingStore } from "../store";
import { pointsOf } from "./points";
import { readTimeFrame } from "./time-frame";

/** `/streaming/statistics/vod/transcoding_duration` (contract 4.6, 2.7). */
export function statisticsRoutes(app: FastifyInstance, store: StreamingStore): void {
  app.get("/statistics/vod/transcoding_duration", (request, reply) => {
    const frame = readTimeFrame(request.query as Record<string, unknown>);
    if ("problems" in frame) return reply.code(400).send(listErrors(frame.problems));
    const { clients, today } = store.vodStatistics;
    const records = clients.map((client) => ({
      client: client.client,
      metrics: { vod: pointsOf(client, todayMs(today), frame) },
    }));
    return reply.send(records);
  });
}
