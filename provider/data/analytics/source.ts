import { z } from "zod";
import type { AnalyticsAnswer, AnalyticsQuery } from "../../api/calls/analytics";
import { propertyPath } from "../../core/check";
import { listed, LookupError, type DataSource } from "../../core/data-source";

/** Answers `queryAnalytics`. */
export const analytics: DataSource<AnalyticsQuery, AnalyticsQuery, unknown> = {
  name: "queryAnalytics",
  args: z.strictObject({ query: z.string().min(1), variables: z.record(z.string(), z.unknown()).optional() }),
  question: (args) => args,
  subject: () => "the report of advanced analytics",
  isFreeForm: true,
  forbidden: "Advanced analytics must be activated for each account: ask the platform whether they are for yours",
  read: async (connection, query) => dataOf(await connection.analytics.query(query)),
};

function dataOf({ data, errors }: AnalyticsAnswer): unknown {
  if (!errors?.length) {
    return data;
  }
  const lines = errors.map(({ message, path }) => (path?.length ? `${propertyPath(path)}: ${message}` : message));
  throw new LookupError(`the query failed: ${listed(lines)}`);
}
