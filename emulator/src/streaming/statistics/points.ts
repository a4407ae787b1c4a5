import { generateNoise } from "../../noise";
import type { ClientStatistics } from "./schema";
import type { TimeFrame } from "./time-frame";

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
export function generatePoints(
  client: ClientStatistics,
  available: TimeFrame,
  requested: TimeFrame,
): [number, number][] {
  const points: [number, number][] = [];
  const to = Math.min(available.to, requested.to);
  const first = Math.ceil(Math.max(available.from, requested.from) / stepMs) * stepMs;
  for (let at = first; at < to; at += stepMs) {
    points.push([at / 1000, generateMinutes(at, client)]);
  }
  return points;
}

/** Computes the time frame that has statistics: that many days, up to the end of the last complete period of 8 hours. */
export function computeAvailableFrame(today: number, days = 90): TimeFrame {
  const to = Math.floor(today / stepMs) * stepMs;
  return { from: to - days * stepsADay * stepMs, to };
}
