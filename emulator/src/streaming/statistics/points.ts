import { noise } from "../../noise";
import type { ClientStatistics } from "./schema";
import type { TimeFrame } from "./time-frame";

const hourMs = 3_600_000;
/** The data is refreshed every 8 hours (platform facts "VOD statistics"). */
const stepMs = 8 * hourMs;
const daysKept = 90;
const stepsKept = (daysKept * 24 * hourMs) / stepMs;

/** The share of a day's work that falls into each of its three parts (night, day, evening); 1 is the average. */
const load = [0.5, 1.4, 1.1];

function minutesFrom(at: number, { client, minutesPerDay }: ClientStatistics): number {
  const average = minutesPerDay / load.length;
  const partOfDay = load[(at / stepMs) % load.length] ?? 1;
  return Math.round(average * partOfDay * (0.6 + 0.8 * noise(client, at)) * 100) / 100;
}

/**
 * The pairs of contract 2.7: the second in which 8 hours begin, and the minutes transcoded in them. There is one for each
 * 8 hours that ended within the 90 days before `today`; the same ones whatever time frame is asked for.
 */
export function pointsOf(client: ClientStatistics, today: number, { from, to }: TimeFrame): [number, number][] {
  const end = Math.floor(today / stepMs) * stepMs;
  const starts = Array.from({ length: stepsKept }, (_, index) => end - (stepsKept - index) * stepMs);
  return starts.filter((at) => at >= from && at < to).map((at) => [at / 1000, minutesFrom(at, client)]);
}
