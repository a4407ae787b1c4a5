import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/package.json";
import prettier from "prettier";
import type { Engine } from "#tools/engine";
import { ROOT } from "#tools/paths";
import { drawChart } from "./chart";
import { BENCH_FOLDER } from "./folder";
import { formatReport, type Measurements, type Part, type ProgramTimes } from "./report";
import { sections } from "./sections";

const FILE = path.join(BENCH_FOLDER, "measured.json");
const DOCS = path.join(ROOT, "docs");
const PAGE = path.join(DOCS, "benchmarks.md");

/** On a repository's web page, longer lines would need a scroll bar. */
const PAGE_WIDTH = 110;

const [START, END] = ["<!-- Written by `npm run bench`, from here -->", "<!-- to here -->"] as const;

/** All that was measured with the same versions: a run of a part replaces that part only. */
export class Results {
  private measurements: Measurements;

  constructor(engine: Engine) {
    const environment = {
      engine: engine.version,
      sdk: sdkVersion,
      cores: os.availableParallelism(),
    };
    const known = readMeasurements();
    const isSame = Object.entries(environment).every(
      ([key, value]) => known?.environment[key as keyof Measurements["environment"]] === value,
    );
    const { parts, programs, sections: found } = known && isSame ? known : { parts: [], programs: [], sections: {} };
    const date = new Date().toISOString().slice(0, 10);
    this.measurements = { environment: { date, ...environment }, parts, programs, sections: found };
  }

  setPart(part: Part): void {
    const { parts } = this.measurements;
    const others = parts.filter(
      ({ node, resources, latency }) => node !== part.node || resources !== part.resources || latency !== part.latency,
    );
    const all = [...others, part].sort(
      (a, b) => parseFloat(b.node) - parseFloat(a.node) || a.latency - b.latency || a.resources - b.resources,
    );
    this.measurements = { ...this.measurements, parts: all };
  }

  setProgram(program: ProgramTimes): void {
    const others = this.measurements.programs.filter(({ resources }) => resources !== program.resources);
    const all = [...others, program].sort((a, b) => a.resources - b.resources);
    this.measurements = { ...this.measurements, programs: all };
  }

  setSection(name: string, result: unknown): void {
    this.measurements = { ...this.measurements, sections: { ...this.measurements.sections, [name]: result } };
  }

  /** Saves what was measured, and writes the page and its picture from it. */
  async write(): Promise<void> {
    fs.mkdirSync(BENCH_FOLDER, { recursive: true });
    fs.writeFileSync(FILE, JSON.stringify(this.measurements));
    const page = fs.readFileSync(PAGE, "utf8");
    const before = page.slice(0, page.indexOf(START) + START.length);
    const measured = sections.filter(({ name }) => name in this.measurements.sections);
    const own = measured.flatMap((section) => section.format(this.measurements.sections[section.name]));
    const report = [formatReport(this.measurements), ...own].join("\n\n");
    const written = `${before}\n\n${report}\n\n${page.slice(page.indexOf(END))}`;
    const config = await prettier.resolveConfig(PAGE);
    const options = { ...config, filepath: PAGE, printWidth: PAGE_WIDTH, proseWrap: "always" as const };
    fs.writeFileSync(PAGE, await prettier.format(written, options));
    const pictures = measured.map((section) => section.draw?.(this.measurements.sections[section.name]));
    const all = Object.assign({ "benchmarks.svg": drawChart(this.measurements) }, ...pictures) as Record<
      string,
      string
    >;
    Object.entries(all).forEach(([name, picture]) => fs.writeFileSync(path.join(DOCS, name), `${picture}\n`));
  }
}

function readMeasurements(): Measurements | undefined {
  return fs.existsSync(FILE) ? (JSON.parse(fs.readFileSync(FILE, "utf8")) as Measurements) : undefined;
}
