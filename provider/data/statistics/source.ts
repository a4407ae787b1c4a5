import * as z from "zod";
import type { AnalyticsQuery } from "../../api/calls/lookups";
import { formatPropertyPath } from "../../core/property-paths";
import { joinReasons, LookupError, type DataSource } from "../../core/data-source";
import { parseInstant } from "../../values/instant";
import type { AnalyticsWindow, TranscodingDuration } from "./functions";

/** `JSON.stringify` fails at a BigInt, but leaves a function out, and makes NaN `null`. */
function isJson(value: unknown): boolean {
  let isWhole = true;
  try {
    JSON.stringify(value, (_, inner: unknown) => {
      isWhole &&= typeof inner === "number" ? Number.isFinite(inner) : !/function|symbol/.test(typeof inner);
      return inner;
    });
    return isWhole;
  } catch {
    return false;
  }
}

const jsonValue = z.unknown().refine(isJson, "has a value that JSON cannot express, such as a BigInt or NaN");

const analytics: DataSource<AnalyticsQuery, AnalyticsQuery, unknown> = {
  name: "queryAnalytics",
  args: z.strictObject({ query: z.string().min(1), variables: z.record(z.string(), jsonValue).optional() }),
  describe: () => "the advanced analytics report",
  resultName: "analytics",
  read: async (connection, query) => {
    const { data, errors } = await connection.lookups.queryAnalytics(query);
    const lines = errors?.map(({ message, path }) =>
      path?.length ? `${formatPropertyPath(path)}: ${message}` : message,
    );
    if (lines?.length) {
      throw new LookupError(`the query failed: ${joinReasons(lines)}`);
    }
    return data;
  },
};

/** A program may also give a `Date`, which becomes a string before this check. */
const datetime = z.string().refine((text) => parseInstant(text) !== undefined, {
  error: "must be a Date or an ISO 8601 datetime, such as 2026-11-01T00:00:00Z",
});

const transcodingDuration: DataSource<AnalyticsWindow, AnalyticsWindow, TranscodingDuration> = {
  name: "getTranscodingDuration",
  args: z.strictObject({ from: datetime, to: datetime }).superRefine(({ from, to }, context) => {
    const [start, end] = [parseInstant(from), parseInstant(to)];
    if (start !== undefined && end !== undefined && start >= end) {
      context.addIssue({ code: "custom", path: ["from"], message: "must be before to" });
    }
  }),
  describe: ({ from, to }) => `the transcoding duration from ${from} to ${to}`,
  read: async (connection, range) => {
    const records = await connection.lookups.getTranscodingDuration(range);
    const durations = records.flatMap(({ client, metrics }) =>
      metrics.vod.map(([second, minutes]) => ({ client, time: new Date(second * 1000).toISOString(), minutes })),
    );
    const total = durations.reduce((sum, { minutes }) => sum + minutes, 0);
    return { records, durations, totalMinutes: Number(total.toFixed(6)) };
  },
};

export const statistics = { sources: [analytics, transcodingDuration] };
