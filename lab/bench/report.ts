import fs from "node:fs";
import prettier from "prettier";

/** The middle value, or the mean of the two in the middle. */
export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** A table in Markdown, with numbers to the right. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [["", ...header], ["---", ...header.map(() => "--:")], ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Three digits; more would be noise. */
export function formatSeconds(seconds: number): string {
  return seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1);
}

/** Median (least–most). */
export function formatRange(seconds: readonly number[]): string {
  const [median, least, most] = [computeMedian(seconds), Math.min(...seconds), Math.max(...seconds)].map(formatSeconds);
  return `${median} (${least}–${most})`;
}

/** Bold if it is greater than its aim, as printed. */
export function formatJudged(value: number, aim: number = Infinity, digits: number = 2): string {
  const text = value.toFixed(digits);
  return Number(text) > aim ? `**${text}**` : text;
}

/** Writes parts of the page, each between `<!-- bench: NAME -->` and `<!-- end -->`; the rest stays as it is. */
export async function writePage(source: string, target: string, parts: Readonly<Record<string, string>>) {
  let page = fs.readFileSync(source, "utf8");
  for (const [name, text] of Object.entries(parts)) {
    const [start = "", rest = ""] = page.split(`<!-- bench: ${name} -->`);
    page = `${start}<!-- bench: ${name} -->\n\n${text}\n\n${rest.slice(rest.indexOf("<!-- end -->"))}`;
  }
  fs.writeFileSync(target, await prettier.format(page, { parser: "markdown", printWidth: 110, proseWrap: "always" }));
}
