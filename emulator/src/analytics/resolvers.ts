import { GraphQLError } from "graphql";
import { todayMs } from "../instant";
import { groupsOf, rounded } from "./groups";
import { daysKept, daysOf, firstMoment, passing, totalOf, type Filter, type Window } from "./report";
import type { AnalyticsResource, AnalyticsState } from "./seed";
import type { Dimension } from "./shares";

/** Arguments as `schema.ts` declares them. */
interface ReportArgs extends Window {
  readonly filters: readonly Filter[];
}

/** An error of the request's making: the code is for programs, as the specification suggests. */
const badInput = (message: string) => new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });

function checkWindow({ from, to }: Window, today: number): void {
  if (from >= to) throw badInput("The window has to begin before it ends.");
  if (from < firstMoment(today)) throw badInput(`The window may begin no more than ${daysKept} days before today.`);
}

function reportOf(resource: AnalyticsResource, { filters, ...window }: ReportArgs, today: number) {
  checkWindow(window, today);
  const days = daysOf(resource, window, today, passing(filters));
  const total = totalOf(days);
  return {
    total: rounded(total),
    daily: days.map(({ at, metrics }) => ({ date: new Date(at).toISOString().slice(0, 10), ...rounded(metrics) })),
    by: ({ dimension, first }: { dimension: Dimension; first: number | null }) => {
      if (first !== null && first < 0) throw badInput("first: a whole number from 0 is expected.");
      return groupsOf(total, dimension, filters).slice(0, first ?? undefined);
    },
  };
}

/** What a query starts from: the functions behind the fields of `Query`. */
export function rootOf({ resources, today }: AnalyticsState["analytics"]) {
  const resolved = resources.map((resource) => ({
    id: resource.id,
    cname: resource.cname,
    report: (args: ReportArgs) => reportOf(resource, args, todayMs(today)),
  }));
  return {
    resources: resolved,
    resource: ({ id }: { id: number }) => resolved.find((resource) => resource.id === id) ?? null,
  };
}
