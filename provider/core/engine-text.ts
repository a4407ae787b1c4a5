import { escapeUnits, isJsonObject } from "../values/json";
import { Secret, sentinel, Unknown, type KeyedPath } from "./tree";

/**
 * The longest text printed, in UTF-16 code units. The state of a partial failure travels in the same gRPC headers as
 * its message, and these are limited to 16 MB.
 */
const maxShownLength = 10_000;

/** Marks an object that has a special meaning to the engine: a secret, a file, another resource. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Makes any text safe for the engine to take and print. An unpaired surrogate cuts off the host's answer, and
 * the engine then waits forever; text that looks like one of the engine's color tags crashes it; and terminals obey
 * control characters.
 */
export function toPrintable(text: string): string {
  const rest = text.length - maxShownLength;
  const shown = rest > 0 ? `${text.slice(0, maxShownLength)}… (${rest} more characters)` : text;
  return shown
    .replaceAll("\r\n", "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "\ufffd")
    .toWellFormed()
    .replaceAll("<{%", "<{ %");
}

/** A text as part of one line: line breaks, and characters that change the text direction, are escaped as in JSON. */
export function toPrintableLine(text: string): string {
  return toPrintable(text)
    .replace(/[\n\t]/g, (sign) => JSON.stringify(sign).slice(1, -1))
    .replace(/[\p{Bidi_Control}\u2028\u2029]/gu, escapeUnits);
}

/**
 * A value as the engine accepts it: plain JSON without unpaired surrogates and without objects of special meaning,
 * except those that stand for a `Secret`. Everything from the platform passes through this before it becomes an output.
 * Each leaf is replaced by what `mapLeaf` returns; undefined ones are left out of objects, and become `null` in lists.
 */
export function toEngineJson<Value>(
  value: Value,
  mapLeaf: (leaf: unknown, path: KeyedPath) => unknown = (leaf) => leaf,
): Value {
  const toPlain = (inner: unknown, path: KeyedPath): unknown => {
    if (Array.isArray(inner)) {
      return inner.map((entry, index) => toPlain(entry, [...path, String(index)]) ?? null);
    }
    if (isJsonObject(inner)) {
      const entries = Object.entries(inner).filter(([key]) => key !== signatureKey);
      const plain = entries.map(([key, child]) => [key.toWellFormed(), toPlain(child, [...path, key])] as const);
      return Object.fromEntries(plain.filter(([, child]) => child !== undefined));
    }
    const leaf = mapLeaf(inner, path);
    if (leaf instanceof Secret) {
      return { [signatureKey]: secretSignature, value: toEngineJson(leaf.value) ?? null };
    }
    if (leaf instanceof Unknown) {
      return sentinel;
    }
    if (typeof leaf === "string") {
      return leaf.toWellFormed();
    }
    // JSON has no negative zero, for instance.
    const text = JSON.stringify(leaf) as string | undefined;
    return text === undefined ? undefined : JSON.parse(text);
  };
  return toPlain(value, []) as Value;
}
