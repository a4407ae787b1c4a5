import * as z from "zod";
import type { AnalyticsAnswer, AnalyticsQuery } from "../../api/calls/lookups";
import { formatPropertyPath, checkSchema } from "../../core/check";
import { InputError, joinReasons, LookupError, toFailure, type DataSource } from "../../core/data-source";
import type { AnalyticsWindow, AnalyticsWindowArgs } from "./functions";

/** The data source `queryAnalytics`. */
export const analytics: DataSource<AnalyticsQuery, AnalyticsQuery, unknown> = {
  name: "queryAnalytics",
  args: z.strictObject({ query: z.string().min(1), variables: z.record(z.string(), z.unknown()).optional() }),
  toQuery: (args) => args,
  describe: () => "the advanced analytics report",
  isFreeForm: true,
  permissionHint: "Advanced analytics must be activated for each account: ask the platform whether yours has them",
  read: async (connection, query) => readData(await connection.lookups.queryAnalytics(query)),
};

function readData({ data, errors }: AnalyticsAnswer): unknown {
  if (!errors?.length) {
    return data;
  }
  const lines = errors.map(({ message, path }) => (path?.length ? `${formatPropertyPath(path)}: ${message}` : message));
  throw new LookupError(`the query failed: ${joinReasons(lines)}`);
}

/** How long the platform keeps analytics (contract, section 8). */
const maxDays = 90;

const windowSchema = z.strictObject({ days: z.int().min(1).max(maxDays), now: z.date().optional() });

/**
 * Computes the result of `analyticsWindow`.
 *
 * @throws `DataSourceFailure` for invalid arguments.
 */
export function computeWindow(args: AnalyticsWindowArgs): AnalyticsWindow {
  const failures = checkSchema(windowSchema, args);
  if (failures.length > 0) {
    throw toFailure(new InputError(failures), { name: "analyticsWindow" }, []);
  }
  const { days, now = new Date() } = args;
  const dayMs = 24 * 60 * 60 * 1000;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { from: new Date(today - days * dayMs).toISOString(), to: new Date(today).toISOString() };
}
