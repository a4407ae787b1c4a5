import type { FastifyInstance } from "fastify";
import { resolveToday } from "../../instant";
import { refuseOtherMethods } from "../../http/other-methods";
import { buildErrorList, buildStreamingError } from "../error-body";
import type { StreamingStore } from "../store";
import { computeAvailableFrame, generatePoints } from "./points";
import { parseTimeFrame } from "./time-frame";

const url = "/statistics/vod/transcoding_duration";

/** Registers `/streaming/statistics/vod/transcoding_duration` (contract 4.6, 2.7). */
export function registerStatisticsRoutes(app: FastifyInstance, store: StreamingStore): void {
  app.get(url, (request, reply) => {
    const frame = parseTimeFrame(request.query as Record<string, unknown>);
    if ("problems" in frame) {
      return reply.code(400).send(buildErrorList(frame.problems));
    }
    const { clients, today, daysKept } = store.vodStatistics;
    const available = computeAvailableFrame(resolveToday(today), daysKept);
    const records = clients.map((client) => ({
      client: client.client,
      metrics: { vod: generatePoints(client, available, frame) },
    }));
    return reply.send(records);
  });
  refuseOtherMethods(app, url, ["GET"], buildStreamingError);
}
