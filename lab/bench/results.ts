import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/package.json";
import prettier from "prettier";
import type { Engine } from "#tools/engine";
import { ROOT } from "#tools/paths";
import { drawChart } from "./chart";
import { BENCH_FOLDER } from "./life";
import { formatReport, type Measurements, type Part, type ProgramTimes } from "./report";

const FILE = path.join(BENCH_FOLDER, "results.json");
const PAGE = path.join(ROOT, "docs", "benchmarks.md");
const PICTURE = path.join(ROOT, "docs", "benchmarks.svg");

/** On a repository's web page, longer lines would need a scroll bar. */
const PAGE_WIDTH = 110;

/** The sections of the page that are written, by what stands before them. */
const starts = {
  operations: "<!-- Written by `npm run bench`, from here -->",
  manyReads: "<!-- Many reads, written by `npm run bench`, from here -->",
};

const END = "<!-- to here -->";

/** All that was measured with the same versions: a run of a part replaces that part only. */
export class Results {
  private measurements: Measurements;

  constructor(engine: Engine) {
    const environment = {
      engine: engine.version,
      sdk: sdkVersion,
      node: process.versions.node,
      cores: os.availableParallelism(),
    };
    const known = readMeasurements();
    const isSame = Object.entries(environment).every(
      ([key, value]) => known?.environment[key as keyof Measurements["environment"]] === value,
    );
    const { parts, programs } = known && isSame ? known : { parts: [], programs: [] };
    const date = new Date().toISOString().slice(0, 10);
    this.measurements = { environment: { date, ...environment }, parts, programs };
  }

  setPart(part: Part): void {
    const { parts } = this.measurements;
    const others = parts.filter(({ resources, latency }) => resources !== part.resources || latency !== part.latency);
    const all = [...others, part].sort((a, b) => a.latency - b.latency || a.resources - b.resources);
    this.measurements = { ...this.measurements, parts: all };
  }

  setProgram(program: ProgramTimes): void {
    const others = this.measurements.programs.filter(({ resources }) => resources !== program.resources);
    const all = [...others, program].sort((a, b) => a.resources - b.resources);
    this.measurements = { ...this.measurements, programs: all };
  }

  /** Saves what was measured, and writes the page and its picture from it. */
  async write(): Promise<void> {
    fs.mkdirSync(BENCH_FOLDER, { recursive: true });
    fs.writeFileSync(FILE, JSON.stringify(this.measurements));
    await writeSection("operations", formatReport(this.measurements));
    fs.writeFileSync(PICTURE, `${drawChart(this.measurements)}\n`);
  }
}

/** Writes a section of the page. */
export async function writeSection(name: keyof typeof starts, text: string): Promise<void> {
  const page = fs.readFileSync(PAGE, "utf8");
  const start = page.indexOf(starts[name]) + starts[name].length;
  const written = `${page.slice(0, start)}\n\n${text}\n\n${page.slice(page.indexOf(END, start))}`;
  const config = await prettier.resolveConfig(PAGE);
  const options = { ...config, filepath: PAGE, printWidth: PAGE_WIDTH, proseWrap: "always" as const };
  fs.writeFileSync(PAGE, await prettier.format(written, options));
}

function readMeasurements(): Measurements | undefined {
  return fs.existsSync(FILE) ? (JSON.parse(fs.readFileSync(FILE, "utf8")) as Measurements) : undefined;
}
