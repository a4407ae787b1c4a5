import { toPrintable } from "../../core/engine-text";
import { sentinel } from "../../core/unknown";
import { compareFields, pickMainFields, readAdoptedId, type Field } from "./fields";
import type { Change, Preview, Verb } from "./preview";

/** GitHub accepts comments of up to 65,536 characters. */
export const maxSummaryLength = 60_000;

/** Longer lists are folded. */
const foldedFrom = { fields: 8, resources: 25 } as const;

const knownLater = "known after `up`";

/** Longer values are cut off. */
const maxValueLength = 120;

const signs: Record<Verb, string> = { create: "+", update: "~", replace: "±", delete: "−", import: "=" };

const counts: readonly (readonly [Verb, string])[] = [
  ["create", "to create"],
  ["import", "to import"],
  ["update", "to update"],
  ["replace", "to replace"],
  ["delete", "to delete"],
];

/** The preview as Markdown for a pull request, of at most `maxSummaryLength` characters. */
export function summarize(preview: Preview, title = "Pulumi preview"): string {
  const { changes, drift, errors, notices, unchanged } = preview;
  const countedVerbs = counts
    .map(([verb, words]) => [changes.filter((change) => change.verb === verb).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`);
  const heading = errors.length > 0 ? "failed" : [...countedVerbs, `${unchanged} unchanged`].join(", ");
  const parts = [
    `### ${escapeText(title)}: ${heading}`,
    ...(errors.length > 0 ? [renderSection("Errors", renderList(errors))] : []),
    ...(drift.length > 0
      ? [renderSection("Drift: changed outside of Pulumi since the last `up`", renderTable(drift))]
      : []),
    ...(changes.length > 0 ? [renderSection(drift.length > 0 ? "What `up` would do" : "", renderTable(changes))] : []),
    ...(notices.length > 0 ? [renderSection("Notices", renderList(notices))] : []),
  ];
  return fit(parts);
}

/** The text for a preview that ended before it could print anything. */
export function summarizeNothing(title = "Pulumi preview"): string {
  return `### ${escapeText(title)}: failed\n\nThe preview ended before it printed anything; see the job's log.\n`;
}

function renderSection(heading: string, lines: readonly string[]): string {
  return [...(heading === "" ? [] : [`**${heading}**`, ""]), ...lines].join("\n");
}

function renderList(texts: readonly string[]): string[] {
  return [...new Set(texts)].map((text) => `- ${formatCode(text)}`);
}

function renderTable(changes: readonly Change[]): string[] {
  const rows = changes.map((change) => renderRow(change, changes));
  const head = ["| | resource | what |", "| --- | --- | --- |"];
  const [shown, folded] = [rows.slice(0, foldedFrom.resources), rows.slice(foldedFrom.resources)];
  const rest = ["", `<details><summary>${folded.length} more</summary>`, "", ...head, ...folded, "", "</details>"];
  return [...head, ...shown, ...(folded.length > 0 ? rest : [])];
}

function renderRow(change: Change, all: readonly Change[]): string {
  const { verb, type, name } = change;
  const remarks = describeRemarks(change, all);
  const fields = findFields(change).map(renderField);
  const long = fields.length > foldedFrom.fields;
  const text = fields.join("<br>");
  const shown = long ? `<details><summary>${fields.length} fields</summary>${text}</details>` : text;
  const what = [...remarks, ...(shown === "" ? [] : [shown])].join("<br>");
  return `| \`${signs[verb]}\` | ${escapeText(type)} ${formatCode(name)} | ${what} |`;
}

/** The fields to show; those of what is adopted are not known to be new. */
function findFields(change: Change): Field[] {
  switch (change.verb) {
    case "update":
    case "replace":
      return compareFields(change);
    case "create":
      return readAdoptedId(change) === undefined ? pickMainFields(change) : [];
    default:
      return [];
  }
}

/** What a reviewer should know beyond the fields. */
function describeRemarks(change: Change, all: readonly Change[]): string[] {
  const { verb, type, id, before, replacedFor, deletesLast = false } = change;
  const adopted = readAdoptedId(change);
  const adopter = verb === "delete" && id !== undefined ? all.find((other) => readAdoptedId(other) === id) : undefined;
  return [
    ...(adopted === undefined ? [] : [`**adopts** ${adopted === sentinel ? `(${knownLater})` : formatCode(adopted)}`]),
    ...(adopter === undefined ? [] : [`**hands over** ${formatCode(id ?? "")} to ${formatCode(adopter.name)}`]),
    ...(verb === "replace"
      ? [`**replaced**${replacedFor.length > 0 ? ` for ${replacedFor.map(formatCode).join(", ")}` : ""}`]
      : []),
    ...(verb === "delete" && before?.onDestroy !== undefined
      ? [`on the platform: ${formatCode(before.onDestroy as string)}`]
      : []),
    ...(verb === "replace" && type === "CloudFunction" && !deletesLast ? ["**calls fail meanwhile**"] : []),
  ];
}

function renderField(field: Field): string {
  const path = formatCode(field.path);
  switch (field.kind) {
    case "added":
      return `+ ${path}${renderValue(field.value)}`;
    case "removed":
      return `− ${path}${renderValue(field.value)}`;
    case "set":
      return `${path}${renderValue(field.value)}`;
    case "secret":
      return `${path}: *secret changed*`;
    case "reordered":
      return `${path}: reordered: ${field.names.map(formatCode).join(", ")}`;
    case "changed":
      return `${path}: ${renderShortValue(field.before)} → ${renderShortValue(field.after)}`;
  }
}

/** Shows a new entry by its name alone. */
function renderValue(value: unknown): string {
  return typeof value === "object" || value === undefined ? "" : `: ${renderShortValue(value)}`;
}

function renderShortValue(value: unknown): string {
  if (value === sentinel) {
    return knownLater;
  }
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const lines = text.split("\n").length;
  if (lines > 1) {
    return `${lines} lines`;
  }
  return formatCode(text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text);
}

/** Escapes what Markdown or HTML would interpret, and keeps the text on one line. */
function escapeText(text: string): string {
  const escape = (mark: string) => `&#${mark.codePointAt(0)};`;
  return toPrintable(text)
    .replace(/[&<>|*_~[\]\\`#@$^!\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, escape)
    .replace(/\s*\n\s*/g, "<br>");
}

function formatCode(text: string): string {
  return `<code>${escapeText(text)}</code>`;
}

/** Drops whole lines from the end, and says so. */
function fit(parts: readonly string[]): string {
  const whole = `${parts.join("\n\n")}\n`;
  if (whole.length <= maxSummaryLength) {
    return whole;
  }
  const note = "\n\nThe rest is left out: it would not fit into a comment.\n";
  const room = maxSummaryLength - note.length;
  const kept: string[] = [];
  let length = 0;
  for (const line of whole.split("\n")) {
    length += line.length + 1;
    if (length > room) {
      break;
    }
    kept.push(line);
  }
  const open =
    kept.filter((line) => line.startsWith("<details>")).length - kept.filter((line) => line === "</details>").length;
  return `${kept.join("\n")}${"\n\n</details>".repeat(Math.max(open, 0))}${note}`;
}
