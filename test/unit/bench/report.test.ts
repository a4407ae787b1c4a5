import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { drawChart } from "../../../lab/bench/chart";
import { JUDGED_NODE } from "../../../lab/bench/node";
import {
  formatReport,
  hasAims,
  providerNames,
  type Life,
  type Measurements,
  type OperationName,
  type Part,
  type ProviderName,
} from "../../../lab/bench/report";

const operations: OperationName[] = ["preview", "up", "preview again", "refresh", "destroy"];

/** The same value for each key. */
const fill = <Key extends string>(keys: readonly Key[], value: number) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, number>;

/** A life cycle in which each operation takes that long. */
const life = (provider: ProviderName, seconds: number, requests: number, stateBytes: number): Life => ({
  provider,
  seconds: fill(operations, seconds),
  requests: fill(operations, requests),
  stateBytes,
});

/** Three runs, of which the middle one is the median; the providers come in another order each time. */
const runs = (scale: number): Life[][] =>
  [2, 1, 4].map((seconds, run) => {
    const lives = [
      life("echo", seconds * scale, 0, 1000),
      life("floor", seconds * scale * 1.05, 1, 1000),
      life("dynamic", seconds * scale * 1.1, 1.005, 1835.4),
      life("plugin", seconds * scale * 0.8, 1, 1461),
      life("common", seconds * scale * 1.5, 1, 4200),
    ];
    return [...lives.slice(run), ...lives.slice(0, run)];
  });

const record: Measurements = {
  environment: { date: "2026-11-22", engine: "3.259.0", sdk: "3.270.0", cores: 2 },
  parts: [
    { node: JUDGED_NODE, resources: 1, latency: 0, runs: runs(1) },
    { node: JUDGED_NODE, resources: 200, latency: 0, runs: runs(5) },
    { node: JUDGED_NODE, resources: 200, latency: 100, runs: runs(50) },
    { node: "20.20.2", resources: 200, latency: 0, runs: runs(500) },
  ],
  sections: {},
  programs: [{ resources: 200, runs: [10, 30, 20].map((ms) => fill(providerNames, ms)) }],
};

const lines = formatReport(record).split("\n");

const cellsOf = (start: string, from = "") => {
  const line = lines.slice(lines.findIndex((text) => text.includes(from))).find((text) => text.startsWith(start));
  return line?.split("|").map((cell) => cell.trim());
};

test("the page names the versions that were measured", () => {
  expect(lines[0]).toBe(
    `Measured on 2026-11-22 with engine 3.259.0, SDK 3.270.0, Node.js ${JUDGED_NODE} and 20.20.2, 2 cores.`,
  );
});

test("a row has medians, minima and maxima, and ratios to the echo", () => {
  expect(cellsOf("| refresh", "### 200 resources, no latency, Node.js 24 (3 runs)")).toEqual([
    "",
    "refresh",
    "10.0 (5.00–20.0)",
    "11.0 (5.50–22.0) 1.10",
    "8.00 (4.00–16.0) 0.80",
    "15.0 (7.50–30.0) 1.50",
    "",
  ]);
  expect(cellsOf("| up", "### 200 resources, 100 ms of latency, Node.js 24 (3 runs)")?.[2]).toBe("100.0 (50.0–200.0)");
});

test("a value above its target is bold, a value equal to it is not", () => {
  expect(cellsOf("| dynamic: measured")?.slice(2, -1)).toEqual(["**1.10**", "1.10", "**1.10**", "1.10", "1.10"]);
  expect(cellsOf("| plugin: measured")?.slice(2, -1)).toEqual(Array(5).fill("0.80"));
  expect(cellsOf("| floor")?.slice(2, -1)).toEqual(Array(5).fill("1.05"));
  expect(lines.find((line) => line.startsWith("Start-up"))).toContain(
    "plugin 8.00 s, dynamic 11.0 s, a share of **0.73**;",
  );
});

test("a share is the median of the shares in the same run, not that of the medians", () => {
  // Each run is slower than the one before it: the medians are 2 and 2.4, the shares 1.1, 1.2 and 1.1.
  const drifting = [
    [1, 1.1],
    [2, 2.4],
    [4, 4.4],
  ].map(([echo = 0, dynamic = 0]) => [
    ...runs(1)[1]!.filter(({ provider }) => provider !== "echo" && provider !== "dynamic"),
    life("echo", echo, 0, 1000),
    life("dynamic", dynamic, 1, 1000),
  ]);
  const text = formatReport({
    ...record,
    parts: [
      { node: JUDGED_NODE, resources: 200, latency: 0, runs: drifting },
      { node: JUDGED_NODE, resources: 1, latency: 0, runs: drifting },
    ],
  });
  expect(text).toMatch(/\| dynamic: measured \| \*\*1\.10\*\* \| 1\.10 \|/);
  expect(text).toContain("2.40 (1.10–4.40) 1.10");
  expect(text).toContain("the median of the shares of the echo's time in the same run");
  // The plugin takes 0.8 s in each run: 0.73, 0.33 and 0.18 of the dynamic provider's time.
  expect(text).toContain("a share of 0.33;");
});

test.each<[what: string, part: Omit<Part, "runs">, expected: boolean]>([
  ["200 resources", { node: JUDGED_NODE, resources: 200, latency: 0 }, true],
  ["1 resource", { node: JUDGED_NODE, resources: 1, latency: 0 }, true],
  ["50 resources", { node: JUDGED_NODE, resources: 50, latency: 0 }, false],
  ["latency", { node: JUDGED_NODE, resources: 200, latency: 100 }, false],
  ["another release of Node.js", { node: "20.20.2", resources: 200, latency: 0 }, false],
])("the parts with aims are measured more often: %s", (_what, part, expected) => {
  expect(hasAims(part)).toBe(expected);
});

test("state, requests and the program alone have a column for each provider", () => {
  expect(cellsOf("| bytes of state")?.slice(2, -1)).toEqual(["1000", "1000", "1835", "1461", "4200"]);
  expect(cellsOf("| requests, up")?.slice(2, -1)).toEqual(["0.00", "1.00", "1.00", "1.00", "1.00"]);
  expect(cellsOf("| 200 resources")?.slice(2, -1)).toEqual(Array(5).fill("20 (10–30)"));
});

test("leaves out what was not measured", () => {
  const text = formatReport({ ...record, parts: record.parts.slice(2, 3) });
  expect(text).not.toMatch(/at most|Start-up|NaN|undefined|### 1 resource/);
  expect(text).toContain("### 200 resources, 100 ms of latency, Node.js 24 (3 runs)");
});

describe("the picture", () => {
  const svg = drawChart(record);

  test("is well-formed", () => {
    // XML without entities and processing instructions is JSX, for which a parser is available.
    const parsed = ts.transpileModule(`const svg = ${svg};`, {
      reportDiagnostics: true,
      compilerOptions: { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext },
      fileName: "chart.tsx",
    });
    expect(parsed.diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity|="-/);
  });

  test("has a bar for each median, with a height in proportion to the time", () => {
    const heights = (colour: string) =>
      [...svg.matchAll(new RegExp(`width="32" height="([\\d.]+)" fill="${colour}"`, "g"))].map(([, text]) =>
        Number(text),
      );
    const [echo, plugin] = [heights("#9aa0a6"), heights("#188038")];
    expect(echo).toHaveLength(operations.length * record.parts.length);
    for (const [index, height] of plugin.entries()) {
      expect(height / echo[index]!).toBeCloseTo(0.8, 1);
    }
    for (const text of [
      "1 resource, no latency, Node.js 24 (3 runs), seconds",
      "100 ms of latency",
      ">80.00<",
      ">common way<",
    ]) {
      expect(svg).toContain(text);
    }
  });
});

test("the page in the repository is no wider than 110 characters, and shows its picture", () => {
  const read = (file: string) => readFileSync(path.resolve(__dirname, "../../../docs", file), "utf8");
  const page = read("benchmarks.md");
  expect(page.split("\n").filter((line) => line.length > 110)).toEqual([]);
  expect(page).toMatch(/^### \d+ resources?, /m);
  expect(page).toContain("(benchmarks.svg)");
  expect(read("benchmarks.svg")).toContain("</svg>");
});
