import { formatSeconds } from "#tools/terminal";
import type { Traffic } from "./meter";
import type { Measured, Row } from "./row";

const HEADER = [
  "situation",
  "before",
  "now",
  "requests / useful",
  "peak requests, polls a second",
  "sockets, memory, descriptors",
  "aims reached",
];

/** Lists the aims that a row has not reached; empty if it reached all. */
export function findMisses({ aims }: Row, { ups, traffic, problems }: Measured): string[] {
  const { peakPolls = Infinity, ratio = Infinity, noticedMs = Infinity } = aims;
  return [
    ...(ups === undefined ? ["never converged"] : ups > aims.ups ? [`${ups} \`up\`s, not ${aims.ups}`] : []),
    ...(computeRatio(traffic) > ratio ? [`more than ${ratio} requests for a useful one`] : []),
    ...(traffic.peakPolls > peakPolls ? [`more than ${peakPolls} polls a second`] : []),
    ...((traffic.noticedMs ?? 0) > noticedMs ? [`an end noticed later than after ${formatSeconds(noticedMs)}`] : []),
    ...problems,
  ];
}

/** Formats what was measured as the cells of a row of the table. */
export function formatCells(row: Row, measured: Measured): string[] {
  const { traffic, usage } = measured;
  const { requests, useful, peak, peakPolls, peakSockets } = traffic;
  return [
    row.situation,
    row.before,
    describeResult(row, measured),
    `${formatCount(requests)} / ${formatCount(useful)} = ${computeRatio(traffic).toFixed(2)}`,
    `${peak}, ${peakPolls}`,
    usage ? `${peakSockets}, ${usage.megabytes} MB, ${usage.descriptors}` : `${peakSockets}, not measured here`,
    findMisses(row, measured).join("; ") || "yes",
  ];
}

/** Formats the cells of a row that could not be measured. */
export function formatSkipped(row: Row, reason: string): string[] {
  return [row.situation, row.before, reason, "", "", "", "not measured"];
}

export function describeResult({ aims }: Row, measured: Measured): string {
  const { created, needed, ups, milliseconds, traffic, error, notes } = measured;
  const { functionPolls, noticedMs } = traffic;
  return [
    `${created} of ${needed} made by the first \`up\``,
    ...(ups === undefined ? [] : [`there after ${ups} in ${formatSeconds(milliseconds)}`]),
    ...(error === undefined ? [] : [`first error ${error}`]),
    ...(noticedMs === undefined || aims.noticedMs === undefined
      ? []
      : [`ends of tasks noticed within ${formatSeconds(noticedMs)}`]),
    ...(functionPolls === 0 ? [] : [`${formatCount(functionPolls)} looks at functions for the display`]),
    ...notes,
  ].join("; ");
}

function computeRatio({ requests, useful }: Traffic): number {
  return useful === 0 ? Infinity : requests / useful;
}

function formatCount(value: number): string {
  return value.toLocaleString("en-US");
}

export function formatTable(rows: readonly (readonly string[])[]): string {
  const formatRow = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [formatRow(HEADER), formatRow(HEADER.map(() => "---")), ...rows.map(formatRow)].join("\n");
}
