import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { newOrder } from "../../model/source-lists";
import { describeChanges, formatCode } from "./fields";
import { readPreview, type Change, type Preview, type Verb } from "./preview";

/** GitHub accepts comments of up to 65,536 characters. */
export const maxSummaryLength = 60_000;

/** What each part may take, so that others fit beside it; the table of changes gets the rest. */
const maxLengths = { errorLine: 2_000, row: 8_000, errors: 12_000, drift: 20_000, notices: 8_000 } as const;

/** Longer tables are folded. */
const foldedFrom = 25;

/** In the order in which the heading counts them. */
const signs: Record<Verb, string> = { create: "+", import: "=", update: "~", replace: "±", delete: "−" };

/** Prints the summary of a file, or of the standard input. A preview that failed has one, too: then this succeeds. */
export async function writeSummary(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { title: { type: "string" } }, allowPositionals: true });
  const [file] = positionals;
  const printed = file === undefined ? await text(process.stdin) : readFileSync(file, "utf8");
  process.stdout.write(summarize(printed.trim() === "" ? undefined : readPreview(printed), values.title));
}

/**
 * The preview as Markdown for a pull request, of at most `maxSummaryLength` characters; it is undefined if it ended before
 * it could print anything.
 */
export function summarize(preview: Preview | undefined, title = "Pulumi preview"): string {
  const heading = `### ${formatText(title)}`;
  if (preview === undefined) {
    return `${heading}: failed\n\nThe preview ended before it printed anything; see the job's log.\n`;
  }
  const { changes, drift, errors, notices, unchanged } = preview;
  const countedVerbs = Object.keys(signs).flatMap((verb) => {
    const count = changes.filter((change) => change.verb === verb).length;
    return count > 0 ? [`${count} to ${verb}`] : [];
  });
  const result = errors.length > 0 ? "failed" : [...countedVerbs, `${unchanged} unchanged`].join(", ");
  const listOfErrors = renderList(maxLengths.errors, errors);
  const tableOfDrift = renderTable(maxLengths.drift, drift);
  const others = listOfErrors.length + tableOfDrift.length + maxLengths.notices + 1_000;
  const table = renderTable(maxSummaryLength - others, changes);
  // An order that the table shows need not be said again.
  const isShown = (notice: string) => {
    const [, order] = notice.split(newOrder);
    return order !== undefined && table.includes(`: \`${order}\``);
  };
  const sections = [
    ["**Errors**", listOfErrors],
    ["**Drift: changed outside of Pulumi since the last `up`**", tableOfDrift],
    [drift.length > 0 ? "**What `up` would do**" : "", table],
    [
      "**Notices**",
      renderList(
        maxLengths.notices,
        notices.filter((notice) => !isShown(notice)),
      ),
    ],
  ];
  const shown = sections.filter(([, content]) => content !== "").flat();
  return `${[`${heading}: ${result}`, ...shown.filter((part) => part !== "")].join("\n\n")}\n`;
}

function renderList(max: number, texts: readonly string[]): string {
  const items = [...new Set(texts)].map((each) => {
    const lines = each.split("\n").filter((line) => line.trim() !== "");
    const shown = lines.map((line) => formatCode(line.trim(), maxLengths.errorLine));
    return `- ${joinUpTo(maxLengths.row, shown, "<br>")}`;
  });
  return joinUpTo(max, items, "\n");
}

function renderTable(max: number, changes: readonly Change[]): string {
  const lines = describeChanges(changes);
  const rows = changes.map(({ verb, type, name }, index) => {
    const what = joinUpTo(maxLengths.row, lines[index] ?? [], "<br>");
    const cells = [`\`${signs[verb]}\``, `${formatText(type)} ${formatCode(name)}`, what];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  if (rows.length === 0) {
    return "";
  }
  const table = `| | resource | what |\n| --- | --- | --- |\n${joinUpTo(max, rows, "\n")}`;
  return rows.length > foldedFrom
    ? `<details><summary>${rows.length} resources</summary>\n\n${table}\n\n</details>`
    : table;
}

/** Joins texts up to a length, and counts those that are left out. */
function joinUpTo(max: number, texts: readonly string[], separator: string): string {
  let length = 0;
  const kept = texts.filter((each) => (length += each.length + separator.length) <= max);
  const rest = texts.length - kept.length;
  return [...kept, ...(rest > 0 ? [`… and ${rest} more`] : [])].join(separator);
}

/** A short text of the user, such as a heading: as it is if nothing in it can be interpreted. */
function formatText(given: string): string {
  return /^[A-Za-z0-9 ,:()-]{1,100}$/.test(given) ? given : formatCode(given);
}
