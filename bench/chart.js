"use strict";

const { timesOf } = require("./figures");
const { partTitle, providers, titles } = require("./report");

const colours = { echo: "#9aa0a6", dynamic: "#1a73e8", plugin: "#188038", common: "#e8710a" };

const size = { width: 1000, panel: 190, title: 26, legend: 34, labels: 24, left: 46, bar: 36, gap: 26 };

/** What was measured as an SVG: a panel for each part, a bar for each median, a line from the least to the most. */
function chart({ parts }) {
  const panelHeight = size.panel + size.title + size.labels;
  const height = size.legend + parts.length * panelHeight;
  return element("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${size.width} ${height}`, ...font }, [
    element("rect", { width: size.width, height, fill: "#ffffff" }),
    legend(),
    ...parts.map((part, index) => panel(part, size.legend + index * panelHeight)),
  ]);
}

const font = { "font-family": "sans-serif", "font-size": 12, fill: "#202124" };

function legend() {
  return element(
    "g",
    {},
    providers.flatMap((provider, index) => {
      const x = size.left + index * 130;
      return [
        element("rect", { x, y: 10, width: 14, height: 14, fill: colours[provider] }),
        element("text", { x: x + 20, y: 21 }, [titles[provider]]),
      ];
    }),
  );
}

function panel(part, top) {
  const operations = Object.keys(part.runs[0][0].seconds);
  const bars = operations.flatMap((operation, group) =>
    providers.map((provider, index) => ({
      provider,
      x: size.left + group * (providers.length * size.bar + size.gap) + index * size.bar,
      ...timesOf(part, provider, operation),
    })),
  );
  const highest = Math.max(...bars.map(({ most }) => most));
  const bottom = top + size.title + size.panel;
  // Room above the longest line for the number on it.
  const y = (seconds) => bottom - (seconds / highest) * (size.panel - 16);
  return element("g", {}, [
    element("text", { x: size.left, y: top + 16, "font-weight": "bold" }, [`${partTitle(part)}, seconds`]),
    ...bars.flatMap((bar) => drawn(bar, y, bottom)),
    element("line", { x1: size.left, y1: bottom, x2: size.width - 20, y2: bottom, stroke: "#202124" }),
    ...operations.map((operation, group) => {
      const x = size.left + group * (providers.length * size.bar + size.gap) + (providers.length * size.bar) / 2;
      return element("text", { x, y: bottom + 16, "text-anchor": "middle" }, [operation]);
    }),
  ]);
}

function drawn({ provider, x, median, least, most }, y, bottom) {
  const middle = x + (size.bar - 4) / 2;
  const range = { x1: middle, y1: round(y(least)), x2: middle, y2: round(y(most)), stroke: "#202124" };
  const bar = { x, y: round(y(median)), width: size.bar - 4, height: round(bottom - y(median)) };
  return [
    element("rect", { ...bar, fill: colours[provider] }),
    element("line", range),
    element("text", { x: middle, y: round(y(most) - 4), "text-anchor": "middle", "font-size": 10 }, [
      median.toFixed(2),
    ]),
  ];
}

const round = (length) => Math.round(length * 10) / 10;

function element(name, attributes, children = []) {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const inside = children.map((child) => (child.startsWith("<") ? `\n${child}` : escaped(child))).join("");
  return children.length === 0 ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inside}</${name}>`;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

module.exports = { chart };
