import { JUDGED_NODE, parseMajor } from "./node";
import { computeMedian } from "./rounds";
import { countNoun, formatSeconds, formatTable, isMissed } from "./table";

/** The classes that are compared, and how the page calls them. */
export const titles = { echo: "echo", floor: "floor", dynamic: "dynamic", plugin: "plugin", common: "common way" };

export type ProviderName = keyof typeof titles;

export const providerNames = Object.keys(titles) as ProviderName[];

export type OperationName = "preview" | "up" | "preview again" | "refresh" | "destroy";

/** One provider's groups, taken through all operations once. */
export interface Life {
  readonly provider: ProviderName;
  readonly seconds: Readonly<Record<OperationName, number>>;
  /** For each resource. */
  readonly requests: Readonly<Record<OperationName, number>>;
  /** Of one resource. */
  readonly stateBytes: number;
}

/** Lives with that many resources and that latency of the platform, in milliseconds; in each run one of each provider. */
export interface Part {
  /** The release of Node.js. */
  readonly node: string;
  readonly resources: number;
  readonly latency: number;
  readonly runs: readonly (readonly Life[])[];
}

/** Milliseconds of the program alone, by provider. */
export interface ProgramTimes {
  readonly resources: number;
  readonly runs: readonly Readonly<Record<ProviderName, number>>[];
}

/** All that was measured. */
export interface Measurements {
  readonly environment: { date: string; engine: string; sdk: string; cores: number };
  readonly parts: readonly Part[];
  readonly programs: readonly ProgramTimes[];
  /** Those of the sections, by name. */
  readonly sections: Readonly<Record<string, unknown>>;
}

type Shares = Record<OperationName, number>;

/** The highest share of the echo's time that a median may have, with 200 resources and no latency. */
const aims: Record<"dynamic" | "plugin", Shares> = {
  dynamic: { preview: 1.05, up: 1.15, "preview again": 1.05, refresh: 1.15, destroy: 1.1 },
  plugin: { preview: 0.9, up: 0.95, "preview again": 0.9, refresh: 1, destroy: 0.95 },
};

/** With one resource: the highest share of the dynamic provider's time that the plugin may take. */
const startUpAim = 0.55;

/** Of the parts with aims: that of {@link aims}, and that of {@link startUpAim}. */
const judgedResources = { many: 200, one: 1 };

/** Whether a part is one of those that have aims. */
export function hasAims({ node, resources, latency }: Omit<Part, "runs">): boolean {
  return node === JUDGED_NODE && latency === 0 && Object.values(judgedResources).includes(resources);
}

/** Writes what was measured as Markdown: the part of `docs/benchmarks.md` that the benchmark replaces. */
export function formatReport({ environment, parts, programs }: Measurements): string {
  const { date, engine, sdk, cores } = environment;
  const [largest] = parts.toSorted((a, b) => b.resources - a.resources);
  return [
    `Measured on ${date} with engine ${engine}, SDK ${sdk}, ${listReleases(parts)}, ${cores} cores.`,
    "![Bars: seconds of each operation by provider](benchmarks.svg)",
    "## Aims and results",
    ...formatAims(parts),
    "## Seconds",
    "Median of the runs (least–most), and the median of the shares of the echo's time in the same run. The floor is " +
      "compared above.",
    ...parts.flatMap((part) => [`### ${describePart(part)}`, formatTimes(part)]),
    "## State and requests",
    ...(largest ? [formatUsage(largest)] : []),
    "## The program alone",
    "Milliseconds from the loaded SDK to the last registered resource, in a process of its own and without an engine: " +
      "loading the package, constructing the resources and, the common way, serialising the provider.",
    formatProgramTimes(programs),
  ].join("\n\n");
}

/** Names a part of the measurements: `200 resources, no latency, Node.js 24 (3 runs)`. */
export function describePart({ node, resources, latency, runs }: Part): string {
  const latencyText = latency === 0 ? "no latency" : `${latency} ms of latency`;
  const release = `Node.js ${parseMajor(node)}`;
  return `${countNoun(resources, "resource")}, ${latencyText}, ${release} (${countNoun(runs.length, "run")})`;
}

function listReleases(parts: readonly Part[]): string {
  const releases = [...new Set(parts.map(({ node }) => node))].sort().toReversed();
  return `Node.js ${releases.join(" and ")}`;
}

function formatAims(parts: readonly Part[]): string[] {
  const judged = parts.filter(hasAims);
  const many = judged.find(({ resources }) => resources === judgedResources.many);
  const one = judged.find(({ resources }) => resources === judgedResources.one);
  return [...(many ? [formatShares(many)] : []), ...(one ? [formatStartUp(one)] : [])];
}

function formatShares(part: Part): string {
  const operations = Object.keys(aims.plugin) as OperationName[];
  const rows = (["dynamic", "plugin"] as const).flatMap((provider) => {
    const limits = aims[provider];
    const shares = operations.map((name) => emphasizeMissed(compareWithEcho(part, provider, name), limits[name]));
    return [
      [`${titles[provider]}: at most`, ...operations.map((operation) => limits[operation].toFixed(2))],
      [`${titles[provider]}: measured`, ...shares],
    ];
  });
  const floor = operations.map((name) => compareWithEcho(part, "floor", name).toFixed(2));
  const heading =
    `Shares of the echo's time, ${describePart(part)}; bold is more than the aim. The floor is an echo that also sends ` +
    "the requests.";
  return `${heading}\n\n${formatTable(operations, [["floor", ...floor], ...rows])}`;
}

function formatStartUp(part: Part): string {
  const [plugin, dynamic] = [computeMedianTotal(part, "plugin"), computeMedianTotal(part, "dynamic")];
  const share = computeMedianShare(part, "plugin", "dynamic", sumSeconds);
  return (
    `Start-up, which is all operations with one resource: plugin ${formatSeconds(plugin)} s, dynamic ` +
    `${formatSeconds(dynamic)} s, a share of ${emphasizeMissed(share, startUpAim)}; aim at most ${startUpAim}.`
  );
}

function emphasizeMissed(share: number, limit: number): string {
  const text = share.toFixed(2);
  return isMissed(text, limit) ? `**${text}**` : text;
}

/** Without the floor, which is compared above: one more column would not fit on the page. */
function formatTimes(part: Part): string {
  const compared = providerNames.filter((provider) => provider !== "floor");
  const rows = listOperations(part).map((operation) => [
    operation,
    ...compared.map((provider) => {
      const { median, least, most } = summarizeTimes(part, provider, operation);
      const share = provider === "echo" ? "" : ` ${compareWithEcho(part, provider, operation).toFixed(2)}`;
      return `${formatSeconds(median)} (${formatSeconds(least)}–${formatSeconds(most)})${share}`;
    }),
  ]);
  return formatProviderTable(rows, compared);
}

/** State and requests are the same in all parts and runs, so one of them stands for all. */
function formatUsage(part: Part): string {
  const lives = providerNames.map((provider) => findLife(part.runs[0] ?? [], provider));
  const rows = [
    ["bytes of state", ...lives.map(({ stateBytes }) => String(Math.round(stateBytes)))],
    ...listOperations(part).map((name) => [
      `requests, ${name}`,
      ...lives.map(({ requests }) => requests[name].toFixed(2)),
    ]),
  ];
  return [
    `For each resource, of ${part.resources}. A host asks once in each operation whether the key is good, and that counts.`,
    formatProviderTable(rows),
  ].join("\n\n");
}

function formatProgramTimes(programs: readonly ProgramTimes[]): string {
  const rows = programs.map(({ resources, runs }) => [
    countNoun(resources, "resource"),
    ...providerNames.map((provider) => {
      const times = runs.map((run) => run[provider]);
      return `${Math.round(computeMedian(times))} (${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))})`;
    }),
  ]);
  return formatProviderTable(rows);
}

function formatProviderTable(rows: string[][], providers: readonly ProviderName[] = providerNames): string {
  const header = providers.map((provider) => titles[provider]);
  return formatTable(header, rows);
}

/** The operations of a part, in the order in which they were run. */
export function listOperations({ runs }: Part): OperationName[] {
  return Object.keys(runs[0]?.[0]?.seconds ?? {}) as OperationName[];
}

/** Summarizes what an operation took in all runs of a part. */
export function summarizeTimes(
  { runs }: Part,
  provider: ProviderName,
  operation: OperationName,
): { median: number; least: number; most: number } {
  const times = runs.map((run) => findLife(run, provider).seconds[operation]);
  return { median: computeMedian(times), least: Math.min(...times), most: Math.max(...times) };
}

function compareWithEcho(part: Part, provider: ProviderName, operation: OperationName): number {
  return computeMedianShare(part, provider, "echo", ({ seconds }) => seconds[operation]);
}

/**
 * The median of the shares of another provider's time in the same run. What slows the machine down for a while slows
 * down both lives of a run, so the shares differ less than the times do.
 */
function computeMedianShare(
  { runs }: Part,
  provider: ProviderName,
  other: ProviderName,
  measure: (life: Life) => number,
): number {
  return computeMedian(runs.map((run) => measure(findLife(run, provider)) / measure(findLife(run, other))));
}

/** The median time of all operations together. */
function computeMedianTotal({ runs }: Part, provider: ProviderName): number {
  return computeMedian(runs.map((run) => sumSeconds(findLife(run, provider))));
}

function sumSeconds({ seconds }: Life): number {
  return Object.values(seconds).reduce((sum, one) => sum + one, 0);
}

function findLife(run: readonly Life[], provider: ProviderName): Life {
  const life = run.find((one) => one.provider === provider);
  if (!life) {
    throw new Error(`a run has nothing of ${provider}`);
  }
  return life;
}
