import { say } from "#tools/terminal";
import { createSettings, measureHost, measureProgram } from "./alone";
import { Host, type HostName } from "./host";
import { type Step, Subject } from "./life";
import { Platform } from "./platform";
import { type Kind, toSnapshotId } from "./programs";
import type { OperationName } from "./report";
import { drawScale, type Curve } from "./scale-chart";
import type { Section, Setup } from "./section";
import { countNoun, formatSeconds, formatTable, isMissed } from "./table";
import { canReadUsage, type Usage } from "./usage";

const HOSTS: readonly HostName[] = ["dynamic", "plugin"];

/** With an engine, whose file backend takes time in proportion to the square of this. */
const WITH_ENGINE: readonly (readonly [Kind, number])[] = [
  ["groups", 1_000],
  ["functions", 1_000],
  ["snapshots", 1_000],
];

const ALONE = [200, 1_000, 5_000] as const;

/** How many groups are listed, and what that may take of processor time. */
const LISTED = 10_000;
const LIST_AIM_SECONDS = 2;

/** A life of many resources with an engine. */
interface LargeLife {
  readonly host: HostName;
  readonly kind: Kind;
  readonly count: number;
  readonly steps: Readonly<Record<OperationName, Step>>;
}

/** A host and a program with many groups, each by itself. */
interface Alone {
  readonly host: HostName;
  readonly count: number;
  readonly operations: Readonly<Record<OperationName, Usage>>;
  readonly program: Usage;
}

interface Scale {
  readonly lives: readonly LargeLife[];
  readonly alone: readonly Alone[];
  /** Of processor time for the list. */
  readonly listSeconds: number;
}

/** How time and memory grow with the number of resources. */
export const scale: Section<Scale | undefined> = {
  name: "scale",
  async measure(setup) {
    if (!canReadUsage) {
      say("Only Linux reports what each process has used, so there are no figures for many resources.");
      return undefined;
    }
    const alone = await measureAlone(setup);
    const listSeconds = await measureList(setup);
    const lives: LargeLife[] = [];
    for (const [kind, count] of WITH_ENGINE) {
      lives.push(...(await measureLives(setup, kind, count)));
    }
    return { lives, alone, listSeconds };
  },
  format(result) {
    return result
      ? [
          "## Many resources",
          ...formatAlone(result),
          "With the engine and its file backend: seconds of the operation, then processor time and peak memory of each " +
            "process. The engine's time grows with the square of the resources, because it writes the whole state at " +
            "each step.",
          ...result.lives.flatMap(formatLife),
        ]
      : [];
  },
  draw: (result): Record<string, string> =>
    result ? { "benchmarks-scale.svg": drawScale(toCurves(result.alone)) } : {},
};

async function measureAlone({ node }: Setup): Promise<Alone[]> {
  const found: Alone[] = [];
  for (const count of ALONE) {
    for (const host of HOSTS) {
      const platform = await Platform.start();
      try {
        const program = measureProgram(host, count, node);
        const operations = await measureHost(host, count, node, platform);
        found.push({ host, count, operations, program });
        say(`${host}, ${count} groups, without an engine: ${describeUsages({ ...operations, program })}`);
      } finally {
        await platform.close();
      }
    }
  }
  return found;
}

async function measureList({ node }: Setup): Promise<number> {
  const originGroups = Array.from({ length: LISTED }, (_, index) => ({
    id: index + 1,
    name: `group-${index}`,
    sources: [{ source: `group-${index}.example.com` }],
  }));
  const platform = await Platform.start({}, { originGroups });
  try {
    const host = await Host.start("plugin", node, createSettings(platform));
    try {
      return await measureListOf(host);
    } finally {
      await host.stop();
    }
  } finally {
    await platform.close();
  }
}

async function measureListOf(host: Host): Promise<number> {
  const { seconds: before } = host.readUsage();
  const { originGroups: groups } = (await host.invoke("edgecloud:index:getOriginGroups")) as {
    originGroups: unknown[];
  };
  if (groups.length !== LISTED) {
    throw new Error(`the list has ${groups.length} groups, not ${LISTED}`);
  }
  return host.readUsage().seconds - before;
}

async function measureLives({ engine, node }: Setup, kind: Kind, count: number): Promise<LargeLife[]> {
  const platform = await Platform.start({}, kind === "snapshots" ? { snapshots: createSnapshots(count) } : {});
  try {
    const lives: LargeLife[] = [];
    for (const host of HOSTS) {
      const subject = await Subject.create(host, engine, node, platform);
      const { steps } = await subject.runLife(count, { kind });
      lives.push({ host, kind, count, steps });
      say(
        `${host}, ${count} ${kind}: ${Object.entries(steps)
          .map(([name, step]) => `${name} ${formatSeconds(step.seconds)}`)
          .join("  ")}`,
      );
    }
    return lives;
  } finally {
    await platform.close();
  }
}

function createSnapshots(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: toSnapshotId(index),
    name: "as found",
    project_id: 1,
    region_id: 1,
    tags: [],
  }));
}

function formatAlone({ alone, listSeconds }: Scale): string[] {
  const formatUsages = (format: (usage: Usage) => string) => {
    const operations = Object.keys(alone[0]?.operations ?? {}) as OperationName[];
    const rows = alone.map(({ host, count, operations: usages, program }) => [
      `${host}, ${countNoun(count, "group")}`,
      ...operations.map((operation) => format(usages[operation])),
      format(program),
    ]);
    return formatTable([...operations, "program"], rows);
  };
  const seconds = formatSeconds(listSeconds);
  const list = isMissed(seconds, LIST_AIM_SECONDS) ? `**${seconds} s**` : `${seconds} s`;
  return [
    "The host and the program alone, without an engine. Seconds of processor time:",
    formatUsages(({ seconds }) => formatSeconds(seconds)),
    "Megabytes of memory at most:",
    formatUsages(({ megabytes }) => String(Math.round(megabytes))),
    "![Lines: processor time by the number of groups](benchmarks-scale.svg)",
    `${formatGrowth(alone)} One list of ${LISTED.toLocaleString("en")} groups takes ` +
      `${list} of processor time; aim at most ${LIST_AIM_SECONDS} s.`,
  ];
}

/** The exponent of the growth between the two largest numbers of groups: 1 is linear. */
function formatGrowth(alone: readonly Alone[]): string {
  const growths = toCurves(alone).map(({ title, points }) => {
    const [a, b] = points.slice(-2);
    const exponent = a && b ? Math.log(b.y / a.y) / Math.log(b.x / a.x) : NaN;
    return `${title} ${exponent.toFixed(2)}`;
  });
  return `Growth exponents between the two largest stacks (1 is linear): ${growths.join(", ")}.`;
}

function toCurves(alone: readonly Alone[]): Curve[] {
  return HOSTS.flatMap((host) => {
    const own = alone.filter((row) => row.host === host);
    return [
      {
        title: `${host} host`,
        points: own.map(({ count, operations }) => ({
          x: count,
          y: Object.values(operations).reduce((sum, { seconds }) => sum + seconds, 0),
        })),
      },
      { title: `${host} program`, points: own.map(({ count, program }) => ({ x: count, y: program.seconds })) },
    ];
  });
}

function formatLife({ host, kind, count, steps }: LargeLife): string[] {
  const kinds = ["engine", "program", "host"] as const;
  const rows = Object.entries(steps).map(([operation, { seconds, usage }]) => [
    operation,
    formatSeconds(seconds),
    ...kinds.map((process) => {
      const own = usage[process];
      return own ? formatUsage(own) : "";
    }),
  ]);
  return [`### ${count.toLocaleString("en")} ${kind}, ${host}`, formatTable(["seconds", ...kinds], rows)];
}

function describeUsages(usages: Readonly<Record<string, Usage>>): string {
  return Object.entries(usages)
    .map(([name, usage]) => `${name} ${formatUsage(usage)}`)
    .join(", ");
}

function formatUsage({ seconds, megabytes }: Usage): string {
  return `${formatSeconds(seconds)} s, ${Math.round(megabytes)} MB`;
}
