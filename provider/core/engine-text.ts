import { isJsonObject, type JsonObject } from "../values/json";

/**
 * The longest text that is printed, in UTF-16 units. Nobody reads more; and the engine takes the state of a resource that
 * failed half-way from the headers in which the message travels too, which may have 16 MB.
 */
const longestShown = 10_000;

/** By this key the engine knows an object with a special meaning: a secret, a file, another resource. */
export const signatureKey = "4dabf18193072939515e22adb298388d";

/**
 * Any text, in a form that the engine can take and print. Half a character breaks the host off while it answers,
 * and the engine waits for ever; what looks like one of the engine's own marks for a colour ends the engine itself; and
 * control characters are obeyed by a terminal.
 */
export function printable(text: string): string {
  const rest = text.length - longestShown;
  const shown = rest > 0 ? `${text.slice(0, longestShown)}… (${rest} more characters)` : text;
  return wellFormed(shown.replaceAll("\r\n", "\n").replace(/[^\P{Cc}\n\t]/gu, "\ufffd")).replaceAll("<{%", "<{ %");
}

/** A text as a part of one line: what would break the line, or turn its reading direction round, is escaped as in JSON. */
export function printableInLine(text: string): string {
  const escaped = (sign: string) => JSON.stringify(sign).slice(1, -1);
  const code = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return printable(text)
    .replace(/[\n\t]/g, escaped)
    .replace(/[\p{Bidi_Control}\u2028\u2029]/gu, code);
}

/** Properties as the engine takes them: plain JSON of whole characters, in which no object has a special meaning. */
export function sendable(properties: JsonObject): JsonObject {
  return textsWellFormed(JSON.parse(JSON.stringify(properties))) as JsonObject;
}

function textsWellFormed(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(textsWellFormed);
  }
  if (!isJsonObject(value)) {
    return typeof value === "string" ? wellFormed(value) : value;
  }
  const entries = Object.entries(value).filter(([key]) => key !== signatureKey);
  return Object.fromEntries(entries.map(([key, child]) => [wellFormed(key), textsWellFormed(child)]));
}

/** The text with a replacement character for each unpaired surrogate. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
