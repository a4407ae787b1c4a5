import { GraphQLError } from "graphql";
import { resolveToday } from "../instant";
import { generateNoise } from "../noise";
import type { AnalyticsResource, AnalyticsState } from "./seed";

/** The metrics of one key of a dimension. */
interface Group extends Metrics {
  readonly key: string;
}

/** Rounds both ends, so that the groups add up to the total. */
const roundSlice = (whole: number, start: number, end: number): number =>
  Math.round(whole * end) - Math.round(whole * start);

/** Divides the total of a window among the keys of a dimension that match the filters, the largest first. */
function divideIntoGroups(total: Metrics, dimension: Dimension, filters: readonly Filter[]): Group[] {
  const own = filters.filter((filter) => filter.dimension === dimension);
  const kept = Object.entries(shares[dimension]).filter(([key]) => own.every((filter) => filter.in.includes(key)));
  const whole = kept.reduce((sum, [, share]) => sum + share, 0);
  let done = 0;
  return kept.map(([key, share], index) => {
    const start = done / whole;
    done += share;
    // Exactly 1, whatever the rounding errors before.
    const end = index === kept.length - 1 ? 1 : done / whole;
    return {
      key,
      requests: roundSlice(total.requests, start, end),
      trafficBytes: roundSlice(total.trafficBytes, start, end),
      uniqueVisitors: roundSlice(total.uniqueVisitors, start, end),
    };
  });
}

/** Rounds all metrics. */
function roundMetrics({ requests, trafficBytes, uniqueVisitors }: Metrics): Metrics {
  return {
    requests: Math.round(requests),
    trafficBytes: Math.round(trafficBytes),
    uniqueVisitors: Math.round(uniqueVisitors),
  };
}

/** Dimensions by which requests can be grouped (contract 1). */
type Dimension = "COUNTRY" | "DIRECTORY" | "BROWSER" | "DEVICE" | "OS";

/** Each key's share of the requests, largest first; the shares of a dimension add up to 1. */
const shares: Readonly<Record<Dimension, Readonly<Record<string, number>>>> = {
  COUNTRY: { DE: 0.28, US: 0.22, FR: 0.14, BR: 0.12, JP: 0.1, PL: 0.08, ZA: 0.06 },
  DIRECTORY: { "/video": 0.46, "/images": 0.27, "/assets": 0.18, "/": 0.09 },
  BROWSER: { Chrome: 0.58, Safari: 0.21, Firefox: 0.12, Edge: 0.09 },
  DEVICE: { mobile: 0.55, desktop: 0.36, tablet: 0.06, tv: 0.03 },
  OS: { Android: 0.38, Windows: 0.27, iOS: 0.2, macOS: 0.09, Linux: 0.06 },
};

/** A day in milliseconds. */
export const dayMs = 86_400_000;

/** How far back the data goes (contract 1, 8). */
export const daysKept = 90;

/** A time window in milliseconds since 1970, without `to`. */
interface Window {
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
function computeDataStart(today: number): number {
  return (Math.floor(today / dayMs) - daysKept) * dayMs;
}

const requestsPerVisitor = 25;
/** The share of the other days' visitors who did not come on the busiest day. */
const recurringVisitorShare = 0.4;

function deriveMetrics(requests: number, { bytesPerRequest }: AnalyticsResource): Metrics {
  return { requests, trafficBytes: requests * bytesPerRequest, uniqueVisitors: requests / requestsPerVisitor };
}

/** The share of the requests that match all filters; dimensions are independent of each other. */
function computePassingShare(filters: readonly Filter[]): number {
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
function generateDays(resource: AnalyticsResource, window: Window, today: number, part: number): Day[] {
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
function summarizeDays(days: readonly Day[]): Metrics {
  const sum = (key: keyof Metrics) => days.reduce((all, { metrics }) => all + metrics[key], 0);
  const busiest = Math.max(0, ...days.map(({ metrics }) => metrics.uniqueVisitors));
  return {
    requests: sum("requests"),
    trafficBytes: sum("trafficBytes"),
    uniqueVisitors: busiest + (sum("uniqueVisitors") - busiest) * recurringVisitorShare,
  };
}

interface ReportArgs extends Window {
  readonly filters: readonly Filter[];
}

/** With a code for programs, as the specification suggests. */
const createBadInputError = (message: string) => new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });

function assertWindow({ from, to }: Window, today: number): void {
  if (from >= to) {
    throw createBadInputError("The window has to begin before it ends.");
  }
  if (from < computeDataStart(today)) {
    throw createBadInputError(`The window may begin no more than ${daysKept} days before today.`);
  }
}

function createReport(resource: AnalyticsResource, { filters, ...window }: ReportArgs, today: number) {
  assertWindow(window, today);
  const days = generateDays(resource, window, today, computePassingShare(filters));
  const total = summarizeDays(days);
  return {
    total: roundMetrics(total),
    daily: days.map(({ at, metrics }) => ({ date: new Date(at).toISOString().slice(0, 10), ...roundMetrics(metrics) })),
    by: ({ dimension, first }: { dimension: Dimension; first: number | null }) => {
      if (first !== null && first < 0) {
        throw createBadInputError("first: a whole number from 0 is expected.");
      }
      return divideIntoGroups(total, dimension, filters).slice(0, first ?? undefined);
    },
  };
}

/** Creates the resolvers of the fields of `Query`. */
export function createRootValue({ resources, today }: AnalyticsState["analytics"]) {
  const resolved = resources.map((resource) => ({
    id: resource.id,
    cname: resource.cname,
    report: (args: ReportArgs) => createReport(resource, args, resolveToday(today)),
  }));
  return {
    resources: resolved,
    resource: ({ id }: { id: number }) => resolved.find((resource) => resource.id === id) ?? null,
  };
}
