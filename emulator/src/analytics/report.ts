import { noise } from "../noise";
import type { AnalyticsResource } from "./seed";
import { shares, type Dimension } from "./shares";

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** How far back the data goes (contract 1, 8). */
export const daysKept = 90;

/** A window in milliseconds since 1970: `from` belongs to it, `to` does not. */
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

/** One condition: the dimension's key is one of these. */
export interface Filter {
  readonly dimension: Dimension;
  readonly in: readonly string[];
}

/** The first moment that has data: the data is kept in whole days. */
export function computeDataStart(today: number): number {
  return (Math.floor(today / dayMs) - daysKept) * dayMs;
}

const requestsPerVisitor = 25;
/** Of a day's visitors who are not new in a longer window: how many were not there on its busiest day. */
const recurringVisitorShare = 0.4;

function deriveMetrics(requests: number, { bytesPerRequest }: AnalyticsResource): Metrics {
  return { requests, trafficBytes: requests * bytesPerRequest, uniqueVisitors: requests / requestsPerVisitor };
}

/** The part of the requests that passes all filters; the dimensions do not depend on each other. */
export function computePassingShare(filters: readonly Filter[]): number {
  return filters.reduce((part, { dimension, in: keys }) => {
    const known = Object.entries(shares[dimension]).filter(([key]) => keys.includes(key));
    return part * known.reduce((sum, [, share]) => sum + share, 0);
  }, 1);
}

/** A day of the window, in UTC. */
export interface Day {
  /** When it begins, in milliseconds since 1970. */
  readonly at: number;
  readonly metrics: Metrics;
}

/** The days of a window that have data; a day that is only partly in it counts in part. */
export function generateDays(resource: AnalyticsResource, window: Window, today: number, part: number): Day[] {
  const from = Math.max(window.from, computeDataStart(today));
  const to = Math.min(window.to, today);
  const days: Day[] = [];
  for (let at = Math.floor(from / dayMs) * dayMs; at < to; at += dayMs) {
    const inside = (Math.min(to, at + dayMs) - Math.max(from, at)) / dayMs;
    const requests = resource.requestsPerDay * (0.7 + 0.6 * noise(resource.id, at)) * inside * part;
    days.push({ at, metrics: deriveMetrics(requests, resource) });
  }
  return days;
}

/** The metrics of several days together. Visitors come back: there are fewer of them than the days' sum. */
export function summarizeDays(days: readonly Day[]): Metrics {
  const sum = (key: keyof Metrics) => days.reduce((all, { metrics }) => all + metrics[key], 0);
  const busiest = Math.max(0, ...days.map(({ metrics }) => metrics.uniqueVisitors));
  return {
    requests: sum("requests"),
    trafficBytes: sum("trafficBytes"),
    uniqueVisitors: busiest + (sum("uniqueVisitors") - busiest) * recurringVisitorShare,
  };
}
