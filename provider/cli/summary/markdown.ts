import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { explainFileError } from "../../config/small-file";
import { newOrder } from "../../model/source-lists";
import { describeChanges, formatCode, formatOrder, joinUpTo, type DescribedChange } from "./fields";
import { readPreview, type Preview, type Verb } from "./preview";

/** GitHub accepts comments of up to 65,536 characters. */
export const maxSummaryLength = 60_000;

/** Longer lists are folded. */
const foldedFrom = { fields: 8, resources: 25 } as const;

/** A row or an error says no more, so that others fit beside it. */
const maxRowLength = 12_000;

const maxErrorLineLength = 2_000;

/** In the order in which the heading counts them. */
const signs: Record<Verb, string> = { create: "+", import: "=", update: "~", replace: "±", delete: "−" };

/** Prints the summary of a file, or of the standard input. A preview that failed has one, too: then this succeeds. */
export async function writeSummary(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { title: { type: "string" } }, allowPositionals: true });
  const [file, ...more] = positionals;
  if (more.length > 0) {
    throw new Error("summary takes one file");
  }
  let printed: string;
  try {
    printed = file === undefined ? await text(process.stdin) : readFileSync(file, "utf8");
  } catch (error) {
    throw file === undefined
      ? error
      : new Error(`${file} ${explainFileError((error as NodeJS.ErrnoException).code)}`, { cause: error });
  }
  process.stdout.write(summarize(printed.trim() === "" ? undefined : readPreview(printed), values.title));
}

/**
 * The preview as Markdown for a pull request, of at most `maxSummaryLength` characters; it is undefined if it ended before
 * it could print anything.
 */
export function summarize(preview: Preview | undefined, title = "Pulumi preview"): string {
  if (preview === undefined) {
    return `### ${formatText(title)}: failed\n\nThe preview ended before it printed anything; see the job's log.\n`;
  }
  const { changes, drift, errors, notices, unchanged } = preview;
  const countedVerbs = Object.keys(signs).flatMap((verb) => {
    const count = changes.filter((change) => change.verb === verb).length;
    return count > 0 ? [`${count} to ${verb}`] : [];
  });
  const heading = errors.length > 0 ? "failed" : [...countedVerbs, `${unchanged} unchanged`].join(", ");
  const driftTable = renderTable(describeChanges(drift));
  const table = renderTable(describeChanges(changes));
  // The table says it already.
  const isShown = (notice: string) => {
    const [, order] = notice.split(newOrder);
    return order !== undefined && table.some((row) => row.includes(`: ${formatOrder(order)}`));
  };
  const sections = [
    renderSection("Errors", renderList(errors)),
    renderSection("Drift: changed outside of Pulumi since the last `up`", driftTable),
    renderSection(drift.length > 0 ? "What `up` would do" : "", table),
    renderSection("Notices", renderList(notices.filter((notice) => !isShown(notice)))),
  ];
  return fit([`### ${formatText(title)}: ${heading}`, ...sections.filter((section) => section !== "")]);
}

function renderSection(heading: string, lines: readonly string[]): string {
  return [...(heading === "" || lines.length === 0 ? [] : [`**${heading}**`, ""]), ...lines].join("\n");
}

function renderList(texts: readonly string[]): string[] {
  return [...new Set(texts)].map((each) => {
    const lines = each.split("\n").filter((line) => line.trim() !== "");
    const shown = lines.map((line) => formatCode(line.trim(), maxErrorLineLength));
    return `- ${joinUpTo(maxRowLength, shown, "<br>")}`;
  });
}

function renderTable(changes: readonly DescribedChange[]): string[] {
  const rows = changes.map(({ verb, type, name, remarks, fields }) => {
    const joined = joinUpTo(maxRowLength, fields, "<br>");
    const isFolded = fields.length > foldedFrom.fields;
    const shown = isFolded ? `<details><summary>${fields.length} fields</summary>${joined}</details>` : joined;
    const what = [...remarks, ...(shown === "" ? [] : [shown])].join("<br>");
    const cells = [`\`${signs[verb]}\``, `${formatText(type)} ${formatCode(name)}`, what];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const head = rows.length > 0 ? ["| | resource | what |", "| --- | --- | --- |"] : [];
  const [shown, folded] = [rows.slice(0, foldedFrom.resources), rows.slice(foldedFrom.resources)];
  const rest = ["", `<details><summary>${folded.length} more</summary>`, "", ...head, ...folded, "", "</details>"];
  return [...head, ...shown, ...(folded.length > 0 ? rest : [])];
}

/** A short text of the user, such as a heading: as it is if nothing in it can be interpreted. */
function formatText(text: string): string {
  return /^[A-Za-z0-9 ,:()-]{1,100}$/.test(text) ? text : formatCode(text);
}

/** Drops whole lines from the end, and says so. */
function fit(parts: readonly string[]): string {
  const whole = `${parts.join("\n\n")}\n`;
  if (whole.length <= maxSummaryLength) {
    return whole;
  }
  const note = "\n\nThe rest is left out: it would not fit into a comment.\n";
  const kept = whole.slice(0, whole.lastIndexOf("\n", maxSummaryLength - note.length - 1));
  const count = (line: RegExp) => kept.match(line)?.length ?? 0;
  const open = count(/^<details>/gm) - count(/^<\/details>$/gm);
  return `${kept}${"\n\n</details>".repeat(Math.max(open, 0))}${note}`;
}
