import { GraphQLError } from "graphql";
import { resolveToday } from "../instant";
import { divideIntoGroups, roundMetrics } from "./groups";
import {
  daysKept,
  generateDays,
  computeDataStart,
  computePassingShare,
  summarizeDays,
  type Filter,
  type Window,
} from "./report";
import type { AnalyticsResource, AnalyticsState } from "./seed";
import type { Dimension } from "./shares";

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
