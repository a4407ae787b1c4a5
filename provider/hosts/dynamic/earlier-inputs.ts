import { createHash } from "node:crypto";
import { literalKey } from "../../core/hidden-properties";
import { toCanonicalJson, isJsonObject, mapValues, pick, withoutNulls, type JsonObject } from "../../values/json";

/**
 * Remembers the old inputs from `check` by the new ones: `diff` gets only the old outputs, which may differ from them.
 */
export class EarlierInputs {
  private readonly known = new Map<string, JsonObject>();

  /** Records the old inputs for the new ones that `check` returns. */
  remember(previous: JsonObject, next: JsonObject): void {
    this.known.set(computeDigest(next), previous);
  }

  /** The inputs of the last operation; undefined if there was none. */
  find(next: JsonObject): JsonObject | undefined {
    // A refresh compares without a check before, and a digest takes its time.
    return this.known.size === 0 ? undefined : this.known.get(computeDigest(next));
  }
}

/** Whether the engine finds inputs changed, if a diff leaves that to it. */
export function showsChange(previous: JsonObject, next: JsonObject): boolean {
  return toCanonicalJson(toComparable(previous)) !== toCanonicalJson(toComparable(next));
}

/** The engine treats `null` in an object as absent. */
function toComparable(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(toComparable);
  }
  return isJsonObject(value) ? mapValues(withoutNulls(value), toComparable) : value;
}

function computeDigest(inputs: JsonObject): string {
  const own = pick(inputs, (key) => key !== literalKey);
  return createHash("sha256").update(toCanonicalJson(own)).digest("base64");
}
