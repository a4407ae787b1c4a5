import { toPrintable } from "../../core/engine-text";
import { sentinel } from "../../core/unknown";

export const knownLater = "known after `up`";

/** Longer values are cut off. */
export const maxLength = 120;

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

/** A character as JSON escapes it. */
function escapeUnits(sign: string): string {
  const known: Record<string, string> = { "\n": "\\n", "\t": "\\t" };
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return known[sign] ?? sign.split("").map(escapeUnit).join("");
}
