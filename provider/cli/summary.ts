import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual, parseArgs } from "node:util";
import * as z from "zod";
import { renameKeys } from "../api/calls/naming";
import { withoutHidden } from "../core/hidden-properties";
import { newOrder } from "../model/source-lists";
import { parseUrn } from "../values/urn";
import { describeChanges, formatCode, type Change, type Verb } from "./summary-fields";

/** GitHub allows 65,536 characters in a comment. */
export const maxSummaryLength = 60_000;

/** The table of changes is not among these: it may take what the other parts leave. */
const maxLengths = { errorLine: 2_000, row: 8_000, errors: 12_000, drift: 20_000, notices: 8_000 } as const;

const maxUnfoldedRows = 25;

/** The heading counts the changes in this order. */
const signs: Record<Verb, string> = { create: "+", import: "=", update: "~", replace: "±", delete: "−" };

const values = z.record(z.string(), z.unknown()).nullish();

const texts = z.array(z.string()).nullish();

const state = z
  .object({ id: z.string().optional(), inputs: values, retainOnDelete: z.boolean().optional() })
  .nullish()
  .transform((value) => ({
    id: value?.id,
    isRetained: value?.retainOnDelete === true,
    // With the dynamic provider, the settings of a `Provider` have a prefix that programs do not write.
    inputs: withoutHidden(renameKeys(value?.inputs ?? {}, (key) => key.replace(/^edgecloud:/, ""))),
  }));

const step = z
  .object({
    op: z.string(),
    urn: z.string(),
    oldState: state,
    newState: state,
    replaceReasons: texts,
    diffReasons: texts,
    detailedDiff: values,
  })
  .transform(({ op, urn, oldState: { id, isRetained, inputs: before }, newState: { inputs: after }, ...reasons }) => {
    const verb = op === "import-replacement" ? "replace" : (Object.keys(signs) as Verb[]).find((known) => known === op);
    const { type, name } = parseUrn(urn);
    const isProvider = type.startsWith("pulumi:providers:");
    // Pulumi may report that a provider changes, but hide what changes. Then each of its settings may have changed.
    const isHidden = isProvider && isDeepStrictEqual(before, after);
    const diffPaths = Object.keys(reasons.detailedDiff ?? {});
    return {
      ...{ op, urn, verb, name, id, isRetained, before, after },
      type: isProvider ? "Provider" : (type.split(/[:/]/).at(-1) ?? type),
      isEdgecloud: /^(pulumi-nodejs:dynamic\/)?edgecloud:/.test(type),
      // Pulumi adds the stack and the default providers by itself.
      isDeclared: type !== "pulumi:pulumi:Stack" && !(isProvider && /^default(_|$)/.test(name)),
      paths: diffPaths.length > 0 ? diffPaths : (reasons.diffReasons ?? (isHidden ? Object.keys(after) : [])),
      replacedFor: reasons.replaceReasons ?? [],
    };
  });

const jsonPreview = z
  .object({
    steps: z.array(step).nullish(),
    diagnostics: z.array(z.object({ message: z.string(), severity: z.string() })).nullish(),
    changeSummary: z.record(z.string(), z.number()).nullish(),
  })
  .refine(({ steps, diagnostics }) => steps !== undefined || diagnostics !== undefined);

export async function writeSummary(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { title: { type: "string" } }, allowPositionals: true });
  const [file] = positionals;
  const printed = file === undefined ? await text(process.stdin) : readFileSync(file, "utf8");
  process.stdout.write(summarize(printed, values.title));
}

/** Turns JSON of `pulumi preview` or `refresh` into Markdown of at most `maxSummaryLength` characters. */
export function summarize(printed: string, title = "Pulumi preview"): string {
  const heading = `### ${formatText(title)}`;
  if (printed.trim() === "") {
    return `${heading}: failed\n\nThe preview ended before it printed anything; see the job's log.\n`;
  }
  const { changes, drift, errors, notices, unchanged } = readPreview(printed);
  const countedVerbs = Object.keys(signs).flatMap((verb) => {
    const count = changes.filter((change) => change.verb === verb).length;
    return count > 0 ? [`${count} to ${verb}`] : [];
  });
  const result = errors.length > 0 ? "failed" : [...countedVerbs, `${unchanged} unchanged`].join(", ");
  const listOfErrors = renderList(maxLengths.errors, errors);
  const tableOfDrift = renderTable(maxLengths.drift, drift, true);
  const otherLength = listOfErrors.length + tableOfDrift.length + maxLengths.notices + 1_000;
  const table = renderTable(maxSummaryLength - otherLength, changes);
  // The notice about a new order of sources is left out if the table already shows that order.
  const newNotices = notices.filter((notice) => {
    const [, order] = notice.split(newOrder);
    return order === undefined || !table.includes(`: \`${order}\``);
  });
  const sections = [
    ["**Errors**", listOfErrors],
    ["**Drift: changed outside of Pulumi since the last `up`**", tableOfDrift],
    [drift.length > 0 ? "**What `up` would do**" : "", table],
    ["**Notices**", renderList(maxLengths.notices, newNotices)],
  ];
  const shown = sections.filter(([, content]) => content !== "").flat();
  return `${[`${heading}: ${result}`, ...shown.filter((part) => part !== "")].join("\n\n")}\n`;
}

function readPreview(printed: string) {
  let data: z.output<typeof jsonPreview>;
  try {
    data = jsonPreview.parse(JSON.parse(printed));
  } catch (error) {
    const problem = "this is not the complete standard output of `pulumi preview --json`";
    throw new Error(problem, { cause: error });
  }
  const all = data.steps ?? [];
  const declared = all.filter(({ isDeclared }) => isDeclared);
  const changes = declared.flatMap(({ verb, ...change }) => (verb === undefined ? [] : [{ ...change, verb }]));
  // `pulumi refresh --preview-only` runs no program: it has no `same` or `create` step, and shows nothing but drift.
  const ops = new Set(all.map(({ op }) => op));
  const isDrift = ops.has("refresh") && !ops.has("same") && !ops.has("create");
  // Pulumi also counts resources that the program does not declare, such as the stack.
  const undeclared = all.filter(({ op, isDeclared }) => op === "same" && !isDeclared);
  const [errors = [], notices = []] = ["error", "info"].map((wanted) =>
    (data.diagnostics ?? [])
      .filter(({ severity }) => severity === wanted)
      .map(({ message }) => message.trim().replace(/^error: /, "")),
  );
  const unchanged = Math.max((data.changeSummary?.same ?? 0) - undeclared.length, 0);
  return isDrift
    ? { changes: [], drift: changes, errors, notices, unchanged }
    : { changes, drift: findDrift(declared), errors, notices, unchanged };
}

/**
 * With `--refresh`, a resource that `up` changes has two steps. After drift, their old states differ, or the second is
 * a creation.
 */
function findDrift(steps: readonly z.output<typeof step>[]): Change[] {
  return steps
    .filter(({ op }) => op === "refresh")
    .map((refreshed): Change => {
      const next = steps.find(({ urn, verb }) => urn === refreshed.urn && verb !== undefined);
      const isGone = next?.verb === "create";
      const after = isGone ? {} : (next?.before ?? refreshed.before);
      return { ...refreshed, verb: isGone ? "delete" : "update", after, paths: [], replacedFor: [] };
    })
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

function renderList(max: number, texts: readonly string[]): string {
  const items = [...new Set(texts)].map((each) => {
    const lines = each.split("\n").filter((line) => line.trim() !== "");
    const shown = lines.map((line) => formatCode(line.trim(), maxLengths.errorLine));
    return `- ${joinUpTo(maxLengths.row, shown, "<br>")}`;
  });
  return joinUpTo(max, items, "\n");
}

function renderTable(max: number, changes: readonly Change[], isDrift = false): string {
  const lines = describeChanges(changes, isDrift);
  const rows = changes.map(({ verb, type, name }, index) => {
    const what = joinUpTo(maxLengths.row, lines[index] ?? [], "<br>");
    const cells = [`\`${signs[verb]}\``, `${formatText(type)} ${formatCode(name)}`, what];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  if (rows.length === 0) {
    return "";
  }
  const table = `| | resource | what |\n| --- | --- | --- |\n${joinUpTo(max, rows, "\n")}`;
  return rows.length > maxUnfoldedRows
    ? `<details><summary>${rows.length} resources</summary>\n\n${table}\n\n</details>`
    : table;
}

function joinUpTo(max: number, texts: readonly string[], separator: string): string {
  let length = 0;
  const kept = texts.filter((each) => (length += each.length + separator.length) <= max);
  const rest = texts.length - kept.length;
  return [...kept, ...(rest > 0 ? [`… and ${rest} more`] : [])].join(separator);
}

function formatText(given: string): string {
  return /^[A-Za-z0-9 ,:()-]{1,100}$/.test(given) ? given : formatCode(given);
}
