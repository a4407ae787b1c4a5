import { z } from "zod";
import { schemaFailures } from "../core/check";
import { InputError } from "../core/data-source";
import { dataSourceError } from "../program/data-source-error";

/** The days that the platform keeps (contract, section 8). */
const daysKept = 90;

const dayMs = 24 * 60 * 60 * 1000;

/** Which days. */
export interface AnalyticsWindowArgs {
  /** How many days, 1 to 90. */
  days: number;
  /**
   * The moment from which the days are counted back.
   * @default the present moment
   */
  now?: Date;
}

/** A time frame, ISO 8601 in UTC. */
export interface AnalyticsWindow {
  from: string;
  /** Not part of the frame any more. */
  to: string;
}

const argsSchema = z.strictObject({ days: z.int().min(1).max(daysKept), now: z.date().optional() });

/**
 * The last whole days, in UTC, for a query of the advanced analytics. It ends with the beginning of today, so that all
 * calls of one day ask for the same, and a preview for the same as the `up` after it.
 *
 * @throws `DataSourceError` for more than 90 days, which the platform does not keep (contract, section 8).
 * @example
 * const { from, to } = analyticsWindow({ days: 30 });
 */
export function analyticsWindow(args: AnalyticsWindowArgs): AnalyticsWindow {
  const failures = schemaFailures(argsSchema, args);
  if (failures.length > 0) {
    throw dataSourceError(new InputError(failures), { name: "analyticsWindow" }, []);
  }
  const { days, now = new Date() } = args;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { from: new Date(today - days * dayMs).toISOString(), to: new Date(today).toISOString() };
}
