import type { Filter, Metrics } from "./report";
import { shares, type Dimension } from "./shares";

/** The metrics of one key of a dimension. */
export interface Group extends Metrics {
  readonly key: string;
}

/** Rounds both ends, so that the groups add up to the total. */
const roundSlice = (whole: number, start: number, end: number): number =>
  Math.round(whole * end) - Math.round(whole * start);

/** Divides the total of a window among the keys of a dimension that match the filters, the largest first. */
export function divideIntoGroups(total: Metrics, dimension: Dimension, filters: readonly Filter[]): Group[] {
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
export function roundMetrics({ requests, trafficBytes, uniqueVisitors }: Metrics): Metrics {
  return {
    requests: Math.round(requests),
    trafficBytes: Math.round(trafficBytes),
    uniqueVisitors: Math.round(uniqueVisitors),
  };
}
