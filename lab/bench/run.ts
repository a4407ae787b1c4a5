import { execFileSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { version as sdkVersion } from "@pulumi/pulumi/package.json";
import { ensureEngine, forgetUserSettings } from "#tools/engine";
import { ROOT, WORK } from "#tools/paths";
import { say } from "#tools/terminal";
import { compare } from "./comparison";
import type { Setup } from "./measure";
import { writePage } from "./report";
import { measureLargeStacks, measureReads, measureScale } from "./scale";

const PAGE = path.join(ROOT, "docs", "benchmarks.md");

/** What users have, and on which the aims are judged. */
const JUDGED_NODE = "24.21.0";

/** Each measures, and returns parts of the page by their names. */
const sections: Readonly<Record<string, (setup: Setup) => Promise<Record<string, string>>>> = {
  comparison: (setup) => compare(setup, path.dirname(process.execPath)),
  "many-reads": measureReads,
  scale: measureScale,
  "large-stacks": measureLargeStacks,
};

/** Measures, and writes docs/benchmarks.md; what is not measured stays there as it is. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true }, trial: { type: "boolean" } } });
  const { only = Object.keys(sections), trial = false } = values;
  const engine = await ensureEngine(say);
  const setup: Setup = {
    engine,
    node: trial ? path.dirname(process.execPath) : fetchNode(JUDGED_NODE),
    count: (resources) => (trial ? Math.ceil(resources / 100) : resources),
    rounds: (rounds) => (trial ? 1 : rounds),
  };
  forgetUserSettings();
  const target = trial ? path.join(WORK, "trial.md") : PAGE;
  await writePage(PAGE, target, {});
  const nodes = `Node.js ${JUDGED_NODE} and ${process.versions.node}`;
  const versions = `engine ${engine.version}, SDK ${sdkVersion}, ${nodes}, ${os.availableParallelism()} cores`;
  for (const name of only) {
    const when = `Measured on ${new Date().toISOString().slice(0, 10)} with ${versions}.`;
    await writePage(target, target, { ...(await sections[name]?.(setup)), [`when: ${name}`]: when });
  }
  say(`Written: ${target}`);
}

/** Has npm fetch a release below `.work`: 120 MB that neither a build nor a test needs. Returns a folder for PATH. */
function fetchNode(version: string): string {
  const home = path.join(WORK, "node", version);
  const name = `node-${process.platform}-${process.arch}`;
  execFileSync("npm", ["install", "--prefix", home, "--no-audit", "--no-fund", `${name}@${version}`]);
  return path.join(home, "node_modules", name, "bin");
}

void main();
