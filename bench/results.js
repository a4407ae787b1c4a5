"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const prettier = require("prettier");
const { ROOT } = require("../tools/dist/paths");
const { chart } = require("./chart");
const { work } = require("./life");
const { markdown } = require("./report");

const file = path.join(work, "results.json");
const page = path.join(ROOT, "docs", "benchmarks.md");
const picture = path.join(ROOT, "docs", "benchmarks.svg");

/** Fits beside the files on the page of a repository. */
const width = 110;

const [from, to] = ["<!-- Written by `npm run bench`, from here -->", "<!-- to here -->"];

/** All that was measured so far with the same versions: a run of a part replaces that part only. */
class Results {
  constructor(engine) {
    const environment = {
      engine: engine.version,
      sdk: require("@pulumi/pulumi/package.json").version,
      node: process.versions.node,
      cores: os.availableParallelism(),
    };
    const known = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : undefined;
    const isSame = known && Object.entries(environment).every(([key, value]) => known.environment[key] === value);
    const { parts, programs } = isSame ? known : { parts: [], programs: [] };
    const date = new Date().toISOString().slice(0, 10);
    this.content = { environment: { date, ...environment }, parts, programs };
  }

  setPart(part) {
    const others = this.content.parts.filter((it) => it.resources !== part.resources || it.latency !== part.latency);
    this.content.parts = [...others, part].sort((a, b) => a.latency - b.latency || a.resources - b.resources);
  }

  setProgram(program) {
    const others = this.content.programs.filter(({ resources }) => resources !== program.resources);
    this.content.programs = [...others, program].sort((a, b) => a.resources - b.resources);
  }

  /** Keeps what was measured, and writes the page and its picture from it. */
  async write() {
    fs.mkdirSync(work, { recursive: true });
    fs.writeFileSync(file, JSON.stringify(this.content));
    const text = fs.readFileSync(page, "utf8");
    const before = text.slice(0, text.indexOf(from) + from.length);
    const written = `${before}\n\n${markdown(this.content)}\n\n${text.slice(text.indexOf(to))}`;
    const options = { ...(await prettier.resolveConfig(page)), filepath: page, printWidth: width, proseWrap: "always" };
    fs.writeFileSync(page, await prettier.format(written, options));
    fs.writeFileSync(picture, `${chart(this.content)}\n`);
  }
}

module.exports = { Results };
