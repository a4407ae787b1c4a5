import { createSnapshot, type Declared } from "../program";
import type { Usage } from "../usage";
import { type Life, measure, measureLife, measureRounds, operationNames, type Setup, withProjects } from "./measure";
import { computeMedian, formatJudged, formatSeconds, formatTable } from "./report";

const hosts = ["dynamic", "plugin"] as const;

/** The state is written at the end only: otherwise the engine takes time in proportion to the square of the resources. */
const withoutCheckpoints = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** How time and memory grow with the number of resources. */
export async function measureScale(setup: Setup): Promise<Record<string, string>> {
  const [growth, kinds]: [string[][], string[]] = [[], []];
  for (const groups of [200, 1_000, 5_000].map(setup.count)) {
    for (const host of hosts) {
      const life = await measureNew(setup, host, { groups }, withoutCheckpoints);
      const used = [...operationNames.map((name) => life[name].usages.host), life.up.usages.program];
      growth.push([`${host}, ${groups.toLocaleString("en")} groups`, ...used.map(formatUsage)]);
    }
  }
  const list = await measureNew(setup, "dynamic", { lists: true }, {}, setup.count(10_000));
  growth.push(["one list of 10,000 groups", ...operationNames.map(() => ""), formatUsage(list.up.usages.program)]);
  for (const kind of ["groups", "functions", "snapshots"] as const) {
    for (const host of hosts) {
      const count = setup.count(1_000);
      const life = await measureNew(setup, host, { [kind]: count });
      const rows = operationNames.map((name) => {
        const { seconds, usages } = life[name];
        return [name, formatSeconds(seconds), ...[usages.engine, usages.program, usages.host].map(formatUsage)];
      });
      kinds.push(`### ${count.toLocaleString("en")} ${kind}, ${host}`);
      kinds.push(formatTable(["seconds", "engine", "program", "host"], rows));
    }
  }
  return { growth: formatTable([...operationNames, "program, up"], growth), kinds: kinds.join("\n\n") };
}

function formatUsage(usage: Usage | undefined): string {
  return usage ? `${formatSeconds(usage.seconds)} s, ${Math.round(usage.megabytes)} MB` : "";
}

/** Measures on a new stack, and a platform with that many groups and the snapshots. */
function measureNew(setup: Setup, host: "dynamic" | "plugin", declared: Declared, env = {}, groups = 0): Promise<Life> {
  const snapshots = Array.from({ length: declared.snapshots ?? 0 }, (_, index) => createSnapshot(index));
  const sources = [{ source: "www.example.com" }];
  const originGroups = Array.from({ length: groups }, (_, index) => ({ name: `group-${index}`, sources }));
  const platform = { seed: { snapshots, originGroups } };
  return withProjects(setup, [host], platform, (projects) => measureLife(projects[host], declared, env));
}

/** What can be done about a state that is written as a whole at each step: variables of the environment. */
const ways: readonly Readonly<Record<string, string>>[] = [
  {},
  { PULUMI_PARALLEL: "64" },
  { PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true" },
  withoutCheckpoints,
];

/** What users of large stacks can do about the file backend, with the plugin. */
export async function measureLargeStacks(setup: Setup): Promise<Record<string, string>> {
  const operations = ["up", "refresh", "destroy"] as const;
  const rows: string[][] = [];
  for (const env of ways) {
    const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const life = await measureNew(setup, "plugin", { groups: setup.count(1_000) }, env);
    rows.push([
      set.length > 0 ? `\`${set.join(" ")}\`` : "as it is",
      ...operations.map((name) => formatSeconds(life[name].seconds)),
    ]);
  }
  return { "large stacks": formatTable(operations, rows) };
}

/** Refreshes for which requests are what takes long, compared with those of the echo, which sends none. */
const cases = [
  { title: "after 100 ms", many: 200, latencyMs: 100, comparison: "share of the echo", aim: 1.15 },
  { title: "20 a second", many: 1_000, perSecond: 20, comparison: "seconds more", aim: 6 },
];

/** Refreshes of many groups on a platform that is slow, or that limits requests. */
export async function measureReads(setup: Setup): Promise<Record<string, string>> {
  const rows: string[][] = [];
  for (const { title, many, latencyMs, perSecond, comparison, aim } of cases) {
    const groups = setup.count(many);
    const names = ["echo", "floor", "dynamic", "plugin"] as const;
    const rounds = await withProjects(setup, names, { latencyMs }, async (projects) => {
      for (const project of Object.values(projects)) {
        await measure(project, "up", { groups });
        await (perSecond && project.platform.control("PUT", "rate-limit", { perSecond }));
      }
      return measureRounds(names, setup.rounds(9), (name) => measure(projects[name], "refresh", { groups }));
    });
    for (const name of names.slice(1)) {
      const compared = rounds.map(({ [name]: own, echo }) =>
        perSecond ? own.seconds - echo.seconds : own.seconds / echo.seconds,
      );
      const range = [Math.min(...compared), Math.max(...compared)].map((value) => value.toFixed(2)).join("–");
      const requests = computeMedian(rounds.map((round) => round[name].requests / groups));
      // The floor shows what is possible, and has no aim.
      const [limit, requestsLimit] = name === "floor" ? [] : [aim, 0.02];
      const judged = [formatJudged(computeMedian(compared), limit), range, String(limit ?? "")];
      const what = `${groups.toLocaleString("en")} groups, ${title}`;
      rows.push([what, name, comparison, ...judged, formatJudged(requests, requestsLimit, 3)]);
    }
  }
  return { "many reads": formatTable(["", "", "median", "least–most", "at most", "requests per group"], rows) };
}
