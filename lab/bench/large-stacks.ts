import { say } from "#tools/terminal";
import { type LifeOptions, Subject } from "./life";
import { Platform } from "./platform";
import type { OperationName } from "./report";
import type { Section, Setup } from "./section";
import { countNoun, formatSeconds, formatTable } from "./table";

/** Of all stacks of a way together. */
const RESOURCES = 1_000;

/** What can be done about a state that is written as a whole at each step. */
interface Way {
  readonly title: string;
  /** Among how many stacks the resources are divided. @default 1 */
  readonly stacks?: number;
  readonly options?: LifeOptions;
}

const ways: readonly Way[] = [
  { title: "as it is" },
  { title: "`--parallel 64`", options: { arguments: ["--parallel", "64"] } },
  {
    title: "`PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS=true`",
    options: { environment: { PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true" } },
  },
  {
    title: "`PULUMI_EXPERIMENTAL=true PULUMI_SKIP_CHECKPOINTS=true`",
    options: { environment: { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" } },
  },
  { title: "five stacks, one after the other", stacks: 5 },
];

const advice = [
  "- Divide a stack of more than some hundred resources into several, by what changes together; a stack reads outputs " +
    "of another one with `StackReference`.",
  "- Without checkpoints, the state is written only at the end. If the engine is killed, it knows nothing of what the " +
    "run has made; then adopt it, or delete it by hand. So this is for runs that can be watched.",
  "- Without backups, the backend writes each state once instead of twice. The history of the stack stays.",
  "- `--parallel` changes nothing about that: states are written one after the other.",
  "- Pulumi Cloud gets only what has changed. It cannot be measured here.",
];

/** The operations that write a state. */
const writing = ["up", "refresh", "destroy"] as const satisfies readonly OperationName[];

type Seconds = Readonly<Record<(typeof writing)[number], number>>;

interface WayResult {
  readonly title: string;
  readonly seconds: Seconds;
}

/** What users of large stacks can do about the file backend. */
export const largeStacks: Section<readonly WayResult[]> = {
  name: "large-stacks",
  async measure(setup) {
    const results: WayResult[] = [];
    for (const way of ways) {
      const seconds = await measureWay(setup, way);
      results.push({ title: way.title, seconds });
      say(`${way.title}: ${writing.map((name) => `${name} ${formatSeconds(seconds[name])}`).join("  ")}`);
    }
    return results;
  },
  format: (results) => [
    "## Large stacks",
    `A file backend, also one in a bucket, gets the whole state at each step of each resource. Seconds of ` +
      `${countNoun(RESOURCES, "group")} with the plugin:`,
    formatTable(
      [...writing],
      results.map(({ title, seconds }) => [title, ...writing.map((name) => formatSeconds(seconds[name]))]),
    ),
    advice.join("\n"),
  ],
};

async function measureWay({ engine, node }: Setup, { stacks = 1, options }: Way): Promise<Seconds> {
  const platform = await Platform.start();
  try {
    const subject = await Subject.create("plugin", engine, node, platform);
    const sums = { up: 0, refresh: 0, destroy: 0 };
    for (let stack = 0; stack < stacks; stack++) {
      const { steps } = await subject.runLife(RESOURCES / stacks, options);
      writing.forEach((name) => (sums[name] += steps[name].seconds));
    }
    return sums;
  } finally {
    await platform.close();
  }
}
