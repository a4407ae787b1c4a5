import { describePart, listOperations, providerNames, summarizeTimes, titles } from "./report";
import type { Measurements, Part, ProviderName } from "./report";
import { font, roundLength, writeElement } from "./svg";

const colours: Record<ProviderName, string> = {
  echo: "#9aa0a6",
  floor: "#5f6368",
  dynamic: "#1a73e8",
  plugin: "#188038",
  common: "#e8710a",
};

const size = { width: 1100, panel: 190, title: 26, legend: 34, labels: 24, left: 46, bar: 36, gap: 26 };

interface Bar {
  readonly provider: ProviderName;
  readonly x: number;
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Draws an SVG with a panel for each part: a bar for each median, and a line from the least to the most. */
export function drawChart({ parts }: Measurements): string {
  const panelHeight = size.panel + size.title + size.labels;
  const height = size.legend + parts.length * panelHeight;
  return writeElement("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${size.width} ${height}`, ...font }, [
    writeElement("rect", { width: size.width, height, fill: "#ffffff" }),
    drawLegend(),
    ...parts.map((part, index) => drawPanel(part, size.legend + index * panelHeight)),
  ]);
}

function drawLegend(): string {
  const entries = providerNames.flatMap((provider, index) => {
    const x = size.left + index * 130;
    return [
      writeElement("rect", { x, y: 10, width: 14, height: 14, fill: colours[provider] }),
      writeElement("text", { x: x + 20, y: 21 }, [titles[provider]]),
    ];
  });
  return writeElement("g", {}, entries);
}

function drawPanel(part: Part, top: number): string {
  const operations = listOperations(part);
  const groupWidth = providerNames.length * size.bar;
  const bars = operations.flatMap((operation, group) =>
    providerNames.map((provider, index) => ({
      provider,
      x: size.left + group * (groupWidth + size.gap) + index * size.bar,
      ...summarizeTimes(part, provider, operation),
    })),
  );
  const highest = Math.max(...bars.map(({ most }) => most));
  const bottom = top + size.title + size.panel;
  // Leaves room for the number above the longest line.
  const toY = (seconds: number) => bottom - (seconds / highest) * (size.panel - 16);
  return writeElement("g", {}, [
    writeElement("text", { x: size.left, y: top + 16, "font-weight": "bold" }, [`${describePart(part)}, seconds`]),
    ...bars.flatMap((bar) => drawBar(bar, toY, bottom)),
    writeElement("line", { x1: size.left, y1: bottom, x2: size.width - 20, y2: bottom, stroke: "#202124" }),
    ...operations.map((operation, group) => {
      const x = size.left + group * (groupWidth + size.gap) + groupWidth / 2;
      return writeElement("text", { x, y: bottom + 16, "text-anchor": "middle" }, [operation]);
    }),
  ]);
}

function drawBar({ provider, x, median, least, most }: Bar, toY: (seconds: number) => number, bottom: number) {
  const middle = x + (size.bar - 4) / 2;
  const range = { x1: middle, y1: roundLength(toY(least)), x2: middle, y2: roundLength(toY(most)), stroke: "#202124" };
  const bar = { x, y: roundLength(toY(median)), width: size.bar - 4, height: roundLength(bottom - toY(median)) };
  const label = { x: middle, y: roundLength(toY(most) - 4), "text-anchor": "middle", "font-size": 10 };
  return [
    writeElement("rect", { ...bar, fill: colours[provider] }),
    writeElement("line", range),
    writeElement("text", label, [median.toFixed(2)]),
  ];
}
