import { printHeading, say } from "#tools/terminal";
import { Subject } from "./life";
import { Platform } from "./platform";
import { computeMedian, rotateOrders } from "./rounds";
import type { Section, Setup } from "./section";
import { formatTable, isMissed } from "./table";

/** Each compares one refresh with one of the echo, right before or after it. */
const RUNS = 9;

const providers = ["echo", "floor", "dynamic", "plugin"] as const;

type Provider = (typeof providers)[number];
type Compared = Exclude<Provider, "echo">;

/** A refresh for which requests are what takes long. */
interface Case {
  readonly title: string;
  readonly resources: number;
  readonly latency: number;
  readonly requestsPerSecond?: number;
  /** How a refresh compares with that of the echo, which sends no request. */
  readonly compare: (seconds: number, echoSeconds: number) => number;
  readonly comparison: string;
  /** The greatest median of the comparisons. */
  readonly aim: number;
}

const cases: readonly Case[] = [
  {
    title: "200 groups, after 100 ms",
    resources: 200,
    latency: 100,
    compare: (seconds, echoSeconds) => seconds / echoSeconds,
    comparison: "share of the echo",
    aim: 1.15,
  },
  {
    title: "1,000 groups, 20 a second",
    resources: 1_000,
    latency: 0,
    requestsPerSecond: 20,
    compare: (seconds, echoSeconds) => seconds - echoSeconds,
    comparison: "seconds more",
    aim: 6,
  },
];

/** The greatest number of requests for each group. */
const requestsAim = 0.02;

/** One refresh of each provider. */
type Refreshes = Record<Provider, { seconds: number; requests: number }>;

/** The runs of each case, by its title. */
type Result = Readonly<Record<string, readonly Refreshes[]>>;

/** Refreshes of many groups on a platform that is slow, or that limits requests. */
export const manyReads: Section<Result> = {
  name: "many-reads",
  async measure(setup) {
    const measured: Record<string, Refreshes[]> = {};
    for (const one of cases) {
      printHeading(one.title);
      measured[one.title] = await measureCase(setup, one);
    }
    return measured;
  },
  format: (result) => [
    "## Many reads",
    "Refreshes of many groups on a platform that answers after 100 ms, or that allows 20 requests a second. The package " +
      "answers such reads [from lists](reliability.md#many-reads-at-once). " +
      `The floor sends one list. Each of ${countRuns(result)} runs compares one refresh with one of the echo.`,
    formatTable(
      ["", "", "median", "least–most", "aim", ""],
      cases.flatMap((one) =>
        (["floor", "dynamic", "plugin"] as const).flatMap((provider) =>
          formatRows(one, provider, result[one.title] ?? []),
        ),
      ),
    ),
  ],
};

async function measureCase({ engine, node }: Setup, one: Case): Promise<Refreshes[]> {
  // Names are unique on a platform, so each provider has one of its own.
  const platforms: Platform[] = [];
  try {
    const subjects = {} as Record<Provider, Subject>;
    for (const provider of providers) {
      const platform = await Platform.start({ latency: one.latency });
      platforms.push(platform);
      subjects[provider] = await Subject.create(provider, engine, node, platform);
      await subjects[provider].runOperation("up", one.resources);
      if (one.requestsPerSecond !== undefined) {
        await platform.limitRate(one.requestsPerSecond);
      }
    }
    const measured: Refreshes[] = [];
    for (const order of rotateOrders(providers, RUNS)) {
      measured.push(await measureRun(order, subjects, one.resources));
    }
    return measured;
  } finally {
    await Promise.all(platforms.map((platform) => platform.close()));
  }
}

async function measureRun(
  order: Provider[],
  subjects: Record<Provider, Subject>,
  resources: number,
): Promise<Refreshes> {
  const refreshes = {} as Refreshes;
  for (const provider of order) {
    const { seconds, requests } = await subjects[provider].runOperation("refresh", resources);
    refreshes[provider] = { seconds, requests: requests / resources };
  }
  say(providers.map((provider) => `${provider} ${refreshes[provider].seconds.toFixed(2)}`).join("  "));
  return refreshes;
}

/** Those that were stored: `5`, or `5 or 3` if a case was measured less often. */
function countRuns(result: Result): string {
  const counts = cases.flatMap(({ title }) => result[title]?.length ?? []);
  return [...new Set(counts)].join(" or ");
}

function formatRows(one: Case, provider: Compared, runs: readonly Refreshes[]): string[][] {
  const compared = runs.map((run) => one.compare(run[provider].seconds, run.echo.seconds));
  const requests = runs.map((run) => run[provider].requests);
  // The floor shows what is possible, and has no aim.
  const isJudged = provider !== "floor";
  return [
    [one.title, provider, one.comparison, ...summarize(compared, 2, isJudged ? one.aim : undefined)],
    [one.title, provider, "requests per group", ...summarize(requests, 3, isJudged ? requestsAim : undefined)],
  ];
}

/** Median and range; and, if there is an aim, the aim and whether it is kept. */
function summarize(values: number[], digits: number, aim: number | undefined): string[] {
  const median = computeMedian(values);
  const format = (value: number) => value.toFixed(digits);
  const range = `${format(Math.min(...values))}–${format(Math.max(...values))}`;
  const verdict = aim === undefined ? "" : isMissed(format(median), aim) ? "**missed**" : "kept";
  return [format(median), range, String(aim ?? ""), verdict];
}
