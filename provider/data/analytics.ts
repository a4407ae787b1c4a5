import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { AnalyticsAnswer, AnalyticsQuery } from "../api/endpoints/analytics";
import { listed, LookupError } from "../core/data-source";
import { propertyPath } from "../core/check";
import type { DataSource } from "../core/data-source";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../program/invoke";

/** A query of the advanced analytics. */
export interface QueryAnalyticsArgs {
  /** The query in GraphQL; ask your platform for its schema, which is not published. */
  query: string;
  /** Values of the query's variables, by name. */
  variables?: object;
}

const source: DataSource<AnalyticsQuery, AnalyticsQuery, unknown> = {
  name: "queryAnalytics",
  args: z.strictObject({ query: z.string().min(1), variables: z.record(z.string(), z.unknown()).optional() }),
  question: (args) => args,
  subject: () => "the report of advanced analytics",
  forbidden: "Advanced analytics are activated for each account: ask the platform whether they are for yours",
  read: async (connection, query) => dataOf(await connection.analytics.query(query)),
};

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
  return invoke(source as DataSource<AnalyticsQuery, AnalyticsQuery, T>, args, opts);
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
  return invokeOutput(source as DataSource<AnalyticsQuery, AnalyticsQuery, T>, args, opts);
}

function dataOf({ data, errors }: AnalyticsAnswer): unknown {
  if (!errors?.length) {
    return data;
  }
  const lines = errors.map(({ message, path }) => (path?.length ? `${propertyPath(path)}: ${message}` : message));
  throw new LookupError(`the query failed: ${listed(lines)}`);
}
