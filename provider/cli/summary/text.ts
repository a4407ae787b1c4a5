import { toPrintable } from "../../core/engine-text";
import { findCommonEntries } from "../../core/list-entries";
import { sentinel } from "../../core/unknown";

export const knownLater = "known after `up`";

/** Longer values are cut off. */
const maxLength = 120;

/** What a long text shows before its first difference. */
const shownBefore = 40;

/** Longer texts count as changed in all lines between the first and the last difference. */
const maxComparedLines = 2_000;

/** Characters that show nothing, look like a space, or change how others are shown. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\n\t]|(?! )\p{Z}/gu;

/** A value as a code span, in which neither Markdown nor a forge finds anything to interpret. */
export function formatCode(value: unknown, max = maxLength, start = 0): string {
  const text = toText(value).slice(start).replaceAll(sentinel, "…") || '""';
  const visible = toPrintable(text).replace(invisible, escapeUnits);
  const shown = `${start > 0 ? "…" : ""}${visible.slice(0, max)}${visible.length > max ? "…" : ""}`;
  const longestRun = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longestRun + 1);
  const padding = /^`|`$|^ .*[^ ].* $/.test(shown) ? " " : "";
  return fence + padding + shown + padding + fence;
}

/** A short text of the user, such as a heading: as it is if nothing in it can be interpreted. */
export function formatText(text: string): string {
  return /^[A-Za-z0-9 ,:()-]{1,100}$/.test(text) ? text : formatCode(text);
}

/** A value beside the name of its property. */
export function formatValue(value: unknown): string {
  const lines = toText(value).split("\n").length;
  return value === sentinel ? knownLater : lines > 1 ? `${lines} lines` : formatCode(value);
}

/** How a value changes; of a text of several lines, how many. */
export function formatChange(before: unknown, after: unknown): string {
  const [old, now] = [toText(before), toText(after)];
  if (after === sentinel || before === sentinel) {
    return `${formatValue(before)} → ${formatValue(after)}`;
  }
  if (`${old}${now}`.includes("\n")) {
    return formatChangedLines(old.split("\n"), now.split("\n"));
  }
  const isLong = Math.max(old.length, now.length) > maxLength;
  const start = isLong ? Math.max(countCommon(old, now) - shownBefore, 0) : 0;
  return `${formatCode(old, maxLength, start)} → ${formatCode(now, maxLength, start)}`;
}

/** A text as it is, anything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Joins texts up to a length, and counts those that are left out. */
export function joinUpTo(max: number, texts: readonly string[], separator: string): string {
  let length = 0;
  const kept = texts.filter((text) => (length += text.length + separator.length) <= max);
  const rest = texts.length - kept.length;
  return [...kept, ...(rest > 0 ? [`… and ${rest} more`] : [])].join(separator);
}

function formatChangedLines(old: readonly string[], now: readonly string[]): string {
  const start = countCommon(old, now);
  const [before, after] = [old.slice(start).reverse(), now.slice(start).reverse()];
  const end = countCommon(before, after);
  const [removed, added] = [before.slice(end), after.slice(end)];
  const isCompared = Math.max(removed.length, added.length) <= maxComparedLines;
  const kept = isCompared ? findCommonEntries(removed, added).length : 0;
  return `+${added.length - kept} −${removed.length - kept}`;
}

/** How much two texts or lists have in common at their beginning. */
function countCommon(before: ArrayLike<unknown>, after: ArrayLike<unknown>): number {
  let count = 0;
  while (count < before.length && count < after.length && before[count] === after[count]) {
    count += 1;
  }
  return count;
}

/** A character as JSON escapes it. */
function escapeUnits(sign: string): string {
  const known: Record<string, string> = { "\n": "\\n", "\t": "\\t" };
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return known[sign] ?? sign.split("").map(escapeUnit).join("");
}
