import { escapeUnits, isJsonObject } from "../values/json";
import { Secret, sentinel, Unknown, type KeyedPath } from "./tree";

/** If an operation stops halfway, its message and its state together must fit in 16 MB of gRPC headers. */
const maxShownLength = 10_000;

/** To the engine, an object with this key is more than data: a secret, an asset or another resource. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * An unpaired surrogate would cut off the provider's answer, and the engine would wait forever. Text that looks like
 * one of the engine's color tags would crash the engine. A terminal would obey control characters.
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

/** Also escapes line breaks, tabs and characters that change the direction of the text. */
export function toPrintableLine(text: string): string {
  return toPrintable(text)
    .replace(/[\n\t]/g, (sign) => JSON.stringify(sign).slice(1, -1))
    .replace(/[\p{Bidi_Control}\u2028\u2029]/gu, escapeUnits);
}

/**
 * Returns plain JSON, in which no object but a former `Secret` has a special meaning to the engine. Everything from the
 * platform must pass through this function before it becomes an output.
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
    // This converts what JSON cannot express: `-0` becomes `0`, for instance.
    const text = JSON.stringify(leaf) as string | undefined;
    return text === undefined ? undefined : JSON.parse(text);
  };
  return toPlain(value, []) as Value;
}
