import type { EmulatorOptions, RateLimitInput } from "edgecloud-emulator";
import { quote, SLOWED } from "../messages";
import { declareBoth, declareFunctions, declareGroups, type ProgramBuilder } from "../programs";
import { converge, type Row } from "../row";
import { withTrial } from "../trial";

const PER_SECOND = 20;
const PARALLEL = 64;
const TASK_MS = 5_000;
const MAX_RATIO = 1.3;
const GROUPS = `200 groups, \`--parallel ${PARALLEL}\`, ${PER_SECOND} requests a second`;

const slowTasks = { cloud: { taskLife: { runningMs: TASK_MS } } };

/** Rows with a limit of requests per second. */
export const limits: readonly Row[] = [
  {
    name: "groups",
    situation: GROUPS,
    before: "168 made, `up` fails, 470 wasted requests",
    aims: { ups: 1, ratio: MAX_RATIO },
    measure: measureLimited(limitRate("none"), declareGroups, 200),
  },
  {
    name: "groups-retry-after",
    situation: `${GROUPS}, \`Retry-After: 1\``,
    before: "156 made, `up` fails",
    aims: { ups: 1, ratio: MAX_RATIO },
    measure: measureLimited(limitRate("1"), declareGroups, 200),
  },
  {
    name: "functions",
    situation: `100 functions, tasks of ${TASK_MS / 1000} s, \`--parallel ${PARALLEL}\`, ${PER_SECOND} requests a second`,
    before: "41 after the first `up`, three more needed, 1,206 wasted requests for 787 useful",
    aims: { ups: 1, ratio: MAX_RATIO },
    measure: measureLimited({ ...limitRate("none"), seed: slowTasks }, declareFunctions, 100),
  },
  {
    name: "retry-after-0",
    situation: "20 groups, 2 requests a second, `Retry-After: 0`",
    before: "6 attempts in 13 ms, then failure",
    aims: { ups: 1 },
    measure: measureLimited(limitRate("0", 2), declareGroups, 20),
  },
  {
    name: "retry-after-past",
    situation: "20 groups, 2 requests a second, `Retry-After` a date in the past",
    before: "6 attempts in 13 ms, then failure",
    aims: { ups: 1 },
    measure: measureLimited(limitRate("Wed, 21 Oct 2015 07:28:00 GMT", 2), declareGroups, 20),
  },
];

function limitRate(retryAfter: string, perSecond: number = PER_SECOND): { rateLimit: RateLimitInput } {
  return { rateLimit: { perSecond, retryAfter } };
}

function measureLimited(options: EmulatorOptions, declare: ProgramBuilder, needed: number): Row["measure"] {
  return (engine, say) =>
    withTrial(engine, options, async (trial) => {
      const measured = await converge(trial, declare(needed), { needed, parallel: PARALLEL, say });
      const slowed = quote(measured.messages, ["live", "note"], SLOWED);
      return { ...measured, notes: [slowed ? `said ${slowed}` : "said nothing about a limit"] };
    });
}

const AT_ONCE = 1_000;

/** So slow that all requests are in progress at once, unless something limits them. */
const LATENCY_MS = 5_000;

/** Rows in which everything runs at once. */
export const polls: readonly Row[] = [
  defineFunctionsRow(500, "13,251 requests, peak 689 a second, nearly half for the progress line alone"),
  defineFunctionsRow(1_000, "23,194 requests, peak 981 a second, nearly half for the progress line alone"),
  {
    name: "resources",
    situation: `150 groups and 150 functions, \`--parallel ${AT_ONCE}\`, each request takes ${LATENCY_MS / 1000} s`,
    before: "300 sockets, 171 MB, 321 descriptors for 300 resources",
    aims: { ups: 1 },
    measure: measureAtOnce(declareBoth, 150, 300, LATENCY_MS),
  },
];

function defineFunctionsRow(count: number, before: string): Row {
  return {
    name: `functions-${count}`,
    situation: `${count.toLocaleString("en-US")} functions at once, tasks of ${TASK_MS / 1000} s`,
    before,
    aims: { ups: 1, peakPolls: 100, noticedMs: Math.max(TASK_MS / 10, 2_000, (count / 50) * 1_000) },
    measure: measureAtOnce(declareFunctions, count, count),
  };
}

function measureAtOnce(declare: ProgramBuilder, count: number, needed: number, latencyMs?: number): Row["measure"] {
  return (engine, say) =>
    withTrial(engine, { seed: slowTasks, latencyMs }, (trial) =>
      converge(trial, declare(count), { needed, parallel: AT_ONCE, say }),
    );
}
