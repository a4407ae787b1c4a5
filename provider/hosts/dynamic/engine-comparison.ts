import { createHash } from "node:crypto";
import { canonicalJson, isJsonObject, mapValues, withoutNulls, type JsonObject } from "../../json";

/**
 * The engine's own comparison of inputs: what it would find, had a diff left that to it. `diff` is told the old outputs
 * only, which may differ from the old inputs; those come with `check`.
 */
export class EngineComparison {
  private readonly equal = new Set<string>();

  /** Notes what `check` makes of the inputs, beside those of the last operation. */
  note(before: JsonObject, after: JsonObject): void {
    if (canonicalJson(asCompared(before)) === canonicalJson(asCompared(after))) {
      this.equal.add(digestOf(after));
    }
  }

  /** Whether the engine shows these inputs as changed. */
  showsChange(after: JsonObject): boolean {
    return !this.equal.has(digestOf(after));
  }
}

/** To the engine, `null` in an object is the same as nothing. */
function asCompared(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(asCompared);
  }
  return isJsonObject(value) ? mapValues(withoutNulls(value), asCompared) : value;
}

function digestOf(inputs: JsonObject): string {
  return createHash("sha256").update(canonicalJson(inputs)).digest("base64");
}
