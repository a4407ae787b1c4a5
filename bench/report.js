"use strict";

const { aims, lifeOf, median, partOf, ratioOf, startUpAim, timesOf, wholeLife } = require("./figures");

const titles = { echo: "echo", dynamic: "dynamic", plugin: "plugin", common: "common way" };
const providers = Object.keys(titles);

/** What was measured, as the part of `docs/benchmarks.md` that the benchmark writes. */
function markdown(record) {
  const { parts, programs } = record;
  return [
    environment(record.environment),
    "![Bars: seconds of each operation by provider](benchmarks.svg)",
    "## Aims and results",
    ...aimsTable(record),
    "## Seconds",
    "Median of the runs (least–most), and the median as a share of the echo's.",
    ...parts.flatMap((part) => [`### ${partTitle(part)}`, secondsTable(part)]),
    "## State and requests",
    perResource(parts.toSorted((a, b) => b.resources - a.resources)[0]),
    "## The program alone",
    "Milliseconds from the loaded SDK to the last registered resource, in a process of its own and without an engine: " +
      "loading the package, constructing the resources and, the common way, serialising the provider.",
    programTable(programs),
  ].join("\n\n");
}

function environment({ date, engine, sdk, node, cores }) {
  return `Measured on ${date} with engine ${engine}, SDK ${sdk}, Node.js ${node}, ${cores} cores.`;
}

const latencyText = (latency) => (latency === 0 ? "no latency" : `${latency} ms of latency`);

function partTitle({ resources, latency, runs }) {
  const noun = resources === 1 ? "resource" : "resources";
  return `${resources} ${noun}, ${latencyText(latency)} (${runs.length} ${runs.length === 1 ? "run" : "runs"})`;
}

function aimsTable(record) {
  const many = partOf(record, 200, 0);
  const one = partOf(record, 1, 0);
  return [...(many ? [sharesTable(many)] : []), ...(one ? [startUp(one)] : [])];
}

function sharesTable(part) {
  const operations = Object.keys(aims.plugin);
  const rows = Object.entries(aims).flatMap(([provider, limits]) => [
    [`${titles[provider]}: at most`, ...operations.map((operation) => limits[operation].toFixed(2))],
    [`${titles[provider]}: measured`, ...operations.map((name) => judged(ratioOf(part, provider, name), limits[name]))],
  ]);
  return [`Shares of the echo's time, ${partTitle(part)}; bold is more than the aim.`, table(operations, rows)].join(
    "\n\n",
  );
}

function startUp(part) {
  const [plugin, dynamic] = ["plugin", "dynamic"].map((provider) => wholeLife(part, provider));
  return (
    `Start-up, which is all operations with one resource: plugin ${figure(plugin)} s, dynamic ${figure(dynamic)} s, ` +
    `a share of ${judged(plugin / dynamic, startUpAim)}; aim at most ${startUpAim}.`
  );
}

/** Compared as it is shown. */
function judged(ratio, limit) {
  const text = ratio.toFixed(2);
  return Number(text) > limit ? `**${text}**` : text;
}

function secondsTable(part) {
  const rows = Object.keys(part.runs[0][0].seconds).map((operation) => [
    operation,
    ...providers.map((provider) => {
      const { median, least, most } = timesOf(part, provider, operation);
      const share = provider === "echo" ? "" : ` ${ratioOf(part, provider, operation).toFixed(2)}`;
      return `${figure(median)} (${figure(least)}–${figure(most)})${share}`;
    }),
  ]);
  return table(
    providers.map((provider) => titles[provider]),
    rows,
  );
}

/** Of one part: all have the same. */
function perResource({ resources, runs }) {
  const [run] = runs;
  const lives = providers.map((provider) => lifeOf(run, provider));
  const operations = Object.keys(lives[0].requests);
  const rows = [
    ["bytes of state", ...lives.map(({ stateBytes }) => String(Math.round(stateBytes)))],
    ...operations.map((name) => [`requests, ${name}`, ...lives.map(({ requests }) => requests[name].toFixed(2))]),
  ];
  const header = providers.map((provider) => titles[provider]);
  const whose = `For each resource, of ${resources}.`;
  return [
    `${whose} A host asks once in each operation whether the key is good, and that counts.`,
    table(header, rows),
  ].join("\n\n");
}

function programTable(programs) {
  const rows = programs.map(({ resources, runs }) => [
    `${resources} ${resources === 1 ? "resource" : "resources"}`,
    ...providers.map((provider) => {
      const times = runs.map((run) => run[provider]);
      return `${Math.round(median(times))} (${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))})`;
    }),
  ]);
  return table(
    providers.map((provider) => titles[provider]),
    rows,
  );
}

/** Three digits tell all that there is to tell. */
const figure = (seconds) => (seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1));

function table(header, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const alignment = ["---", ...header.map(() => "--:")];
  return [line(["", ...header]), line(alignment), ...rows.map(line)].join("\n");
}

module.exports = { markdown, partTitle, providers, titles };
