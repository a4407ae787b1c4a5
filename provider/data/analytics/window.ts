import { z } from "zod";
import { schemaFailures } from "../../core/check";
import { failureOf, InputError } from "../../core/data-source";
import type { AnalyticsWindow, AnalyticsWindowArgs } from "./args";

/** The days that the platform keeps (contract, section 8). */
const daysKept = 90;

const dayMs = 24 * 60 * 60 * 1000;

const windowSchema = z.strictObject({ days: z.int().min(1).max(daysKept), now: z.date().optional() });

/**
 * Answers `analyticsWindow`.
 *
 * @throws `DataSourceFailure`
 */
export function lastDays(args: AnalyticsWindowArgs): AnalyticsWindow {
  const failures = schemaFailures(windowSchema, args);
  if (failures.length > 0) {
    throw failureOf(new InputError(failures), { name: "analyticsWindow" }, []);
  }
  const { days, now = new Date() } = args;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { from: new Date(today - days * dayMs).toISOString(), to: new Date(today).toISOString() };
}
