import { generateNoise } from "../noise";
import type { AnalyticsResource } from "./seed";
import { shares, type Dimension } from "./shares";

/** A day in milliseconds. */
export const dayMs = 86_400_000;

/** How far back the data goes (contract 1, 8). */
export const daysKept = 90;

/** A time window in milliseconds since 1970, without `to`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The metrics of contract 1, not rounded. */
export interface Metrics {
  readonly requests: number;
  readonly trafficBytes: number;
  readonly uniqueVisitors: number;
}

/** Keeps these keys of a dimension. */
export interface Filter {
  readonly dimension: Dimension;
  readonly in: readonly string[];
}

/** Where the data begins; it is kept in whole days. */
export function computeDataStart(today: number): number {
  return (Math.floor(today / dayMs) - daysKept) * dayMs;
}

const requestsPerVisitor = 25;
/** The share of the other days' visitors who did not come on the busiest day. */
const recurringVisitorShare = 0.4;

function deriveMetrics(requests: number, { bytesPerRequest }: AnalyticsResource): Metrics {
  return { requests, trafficBytes: requests * bytesPerRequest, uniqueVisitors: requests / requestsPerVisitor };
}

/** The share of the requests that match all filters; dimensions are independent of each other. */
export function computePassingShare(filters: readonly Filter[]): number {
  return filters.reduce((part, { dimension, in: keys }) => {
    const known = Object.entries(shares[dimension]).filter(([key]) => keys.includes(key));
    return part * known.reduce((sum, [, share]) => sum + share, 0);
  }, 1);
}

/** The metrics of a day in UTC. */
export interface Day {
  /** Its start, in milliseconds since 1970. */
  readonly at: number;
  readonly metrics: Metrics;
}

/** Generates the days of a window that have data; a day that is only partly inside counts in part. */
export function generateDays(resource: AnalyticsResource, window: Window, today: number, part: number): Day[] {
  const from = Math.max(window.from, computeDataStart(today));
  const to = Math.min(window.to, today);
  const days: Day[] = [];
  for (let at = Math.floor(from / dayMs) * dayMs; at < to; at += dayMs) {
    const inside = (Math.min(to, at + dayMs) - Math.max(from, at)) / dayMs;
    const requests = resource.requestsPerDay * (0.7 + 0.6 * generateNoise(resource.id, at)) * inside * part;
    days.push({ at, metrics: deriveMetrics(requests, resource) });
  }
  return days;
}

/** Adds up days. Visitors come back, so there are fewer of them than the days' sum. */
export function summarizeDays(days: readonly Day[]): Metrics {
  const sum = (key: keyof Metrics) => days.reduce((all, { metrics }) => all + metrics[key], 0);
  const busiest = Math.max(0, ...days.map(({ metrics }) => metrics.uniqueVisitors));
  return {
    requests: sum("requests"),
    trafficBytes: sum("trafficBytes"),
    uniqueVisitors: busiest + (sum("uniqueVisitors") - busiest) * recurringVisitorShare,
  };
}
