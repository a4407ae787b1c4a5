import { toPrintable } from "../../core/engine-text";
import { sentinel } from "../../core/tree";
import { escapeUnits } from "../../values/json";

export const knownLater = "known after `up`";

/** Longer values are cut off. */
export const maxLength = 120;

/** Characters that show nothing, look like a space, or change how others are shown. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?! )\p{Z}/gu;

/** A value as a code span, in which neither Markdown nor a forge finds anything to interpret. */
export function formatCode(value: unknown, max = maxLength, start = 0): string {
  const text = toText(value).slice(start).replaceAll(sentinel, "…") || '""';
  const visible = toPrintable(text)
    .replace(/[\n\t]/g, (sign) => JSON.stringify(sign).slice(1, -1))
    .replace(invisible, escapeUnits);
  const shown = `${start > 0 ? "…" : ""}${visible.slice(0, max)}${visible.length > max ? "…" : ""}`;
  const longestRun = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longestRun + 1);
  const padding = /^`|`$|^ .*[^ ].* $/.test(shown) ? " " : "";
  return fence + padding + shown + padding + fence;
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
