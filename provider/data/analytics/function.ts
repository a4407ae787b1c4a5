import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { AnalyticsQuery } from "../../api/endpoints/analytics";
import { schemaFailures } from "../../core/check";
import { failureOf, InputError, type DataSource } from "../../core/data-source";
import { dataSourceError } from "../../program/data-source-error";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import type { AnalyticsWindow, AnalyticsWindowArgs, QueryAnalyticsArgs } from "./args";
import { analytics } from "./source";

/** The days that the platform keeps (contract, section 8). */
const daysKept = 90;

const dayMs = 24 * 60 * 60 * 1000;

const windowSchema = z.strictObject({ days: z.int().min(1).max(daysKept), now: z.date().optional() });

/**
 * Visitors, traffic and requests by country, directory, browser, device or operating system, for up to 90 days back
 * (contract, section 4.7). Answers the `data` of the GraphQL answer, which is not checked against `T`. Any error in
 * the answer fails the whole query, with a `DataSourceError` that tells each error with its path.
 *
 * @example
 * const data = await queryAnalytics<{ resources: { id: number }[] }>({ query: "{ resources { id } }" });
 * export const ids = data.resources.map((resource) => resource.id);
 */
export function queryAnalytics<T = unknown>(args: QueryAnalyticsArgs, opts?: pulumi.InvokeOptions): Promise<T> {
  return invoke(analytics as DataSource<AnalyticsQuery, AnalyticsQuery, T>, args, opts);
}

/**
 * As `queryAnalytics`, for arguments that are outputs.
 *
 * @example
 * const variables = { id: resource.id };
 * const data = queryAnalyticsOutput<Report>({ query: "query ($id: Int!) { resource(id: $id) { cname } }", variables });
 */
export function queryAnalyticsOutput<T = unknown>(
  args: Wrapped<QueryAnalyticsArgs>,
  opts?: OutputOptions,
): pulumi.Output<T> {
  return invokeOutput(analytics as DataSource<AnalyticsQuery, AnalyticsQuery, T>, args, opts);
}

/**
 * The last whole days, in UTC, for a query of the advanced analytics. It ends with the beginning of today, so that all
 * calls of one day ask for the same, and a preview for the same as the `up` after it.
 *
 * @throws `DataSourceError` for more than 90 days, which the platform does not keep (contract, section 8).
 * @example
 * const { from, to } = analyticsWindow({ days: 30 });
 */
export function analyticsWindow(args: AnalyticsWindowArgs): AnalyticsWindow {
  const failures = schemaFailures(windowSchema, args);
  if (failures.length > 0) {
    throw dataSourceError(failureOf(new InputError(failures), { name: "analyticsWindow" }, []));
  }
  const { days, now = new Date() } = args;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return { from: new Date(today - days * dayMs).toISOString(), to: new Date(today).toISOString() };
}
