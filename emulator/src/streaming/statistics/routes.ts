import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods";
import { resolveToday, parseInstant } from "../../instant";
import { generateNoise } from "../../noise";
import { buildErrorList, buildStreamingError } from "../error-body";
import type { StreamingStore } from "../store";
import type { ClientStatistics } from "../seed";

/** A time frame in milliseconds since 1970, without `to`, so that frames can follow each other. */
interface TimeFrame {
  readonly from: number;
  readonly to: number;
}

function parseBound(name: string, value: unknown): { at?: number; problem?: string } {
  // The only published message (platform facts "VOD statistics"); the others imitate it.
  if (value === undefined || value === "") {
    return { problem: `${name}: query param is not set` };
  }
  const at = typeof value === "string" ? parseInstant(value) : undefined;
  return at === undefined ? { problem: `${name}: query param is not a valid ISO 8601 datetime` } : { at };
}

/** Parses `from` and `to`, both required (contract 4.6), or returns all problems. */
function parseTimeFrame(query: Readonly<Record<string, unknown>>): TimeFrame | { problems: string[] } {
  const from = parseBound("from", query.from);
  const to = parseBound("to", query.to);
  if (from.at === undefined || to.at === undefined) {
    return { problems: [from.problem, to.problem].filter((problem) => problem !== undefined) };
  }
  if (from.at > to.at) {
    return { problems: ["from: query param is later than to"] };
  }
  return { from: from.at, to: to.at };
}

const hourMs = 3_600_000;
/** The data is refreshed every 8 hours (platform facts "VOD statistics"). */
const stepMs = 8 * hourMs;
const stepsADay = (24 * hourMs) / stepMs;

/** Load of night, day and evening; 1 is the average. */
const loadByPartOfDay = [0.5, 1.4, 1.1];

function generateMinutes(at: number, { client, minutesPerDay }: ClientStatistics): number {
  const average = minutesPerDay / loadByPartOfDay.length;
  const partOfDay = loadByPartOfDay[(at / stepMs) % loadByPartOfDay.length] ?? 1;
  return Math.round(average * partOfDay * (0.6 + 0.8 * generateNoise(client, at)) * 100) / 100;
}

/**
 * Generates the pairs of contract 2.7: the start of each 8 hours in seconds, and the minutes transcoded in them. They
 * do not depend on the requested time frame, which only selects.
 */
function generatePoints(client: ClientStatistics, available: TimeFrame, requested: TimeFrame): [number, number][] {
  const points: [number, number][] = [];
  const to = Math.min(available.to, requested.to);
  const first = Math.ceil(Math.max(available.from, requested.from) / stepMs) * stepMs;
  for (let at = first; at < to; at += stepMs) {
    points.push([at / 1000, generateMinutes(at, client)]);
  }
  return points;
}

/** Computes the time frame that has statistics: that many days, up to the end of the last complete period of 8 hours. */
function computeAvailableFrame(today: number, days = 90): TimeFrame {
  const to = Math.floor(today / stepMs) * stepMs;
  return { from: to - days * stepsADay * stepMs, to };
}

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
