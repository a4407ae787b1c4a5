import { analyticsWindow, getTranscodingDurationOutput, queryAnalyticsOutput } from "pulumi-edgecloud";

/** The last seven whole days, the same ones for every run of a day. */
const week = analyticsWindow({ days: 7 });

interface Usage {
  resources: { cname: string; report: { total: { requests: number; trafficBytes: number } } }[];
}

/** In the schema of the emulator; ask your platform for its own, which is not published. */
const usage = queryAnalyticsOutput<Usage>({
  query: `query ($from: DateTime!, $to: DateTime!) {
    resources { cname report(from: $from, to: $to) { total { requests trafficBytes } } }
  }`,
  variables: week,
});

export const traffic = usage.apply(({ resources }) =>
  resources.map(
    ({ cname, report }) => `${cname}: ${report.total.requests} requests, ${report.total.trafficBytes} bytes`,
  ),
);
export const transcodedMinutes = getTranscodingDurationOutput(week).totalMinutes;
