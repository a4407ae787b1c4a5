import { createHash } from "node:crypto";
import { literalKey } from "../../core/hidden-properties";
import { canonicalJson, isJsonObject, mapValues, pick, withoutNulls, type JsonObject } from "../../values/json";

/**
 * Remembers the old inputs from `check` by the new ones: `diff` gets only the old outputs, which may differ from them.
 */
export class EarlierInputs {
  private readonly known = new Map<string, JsonObject>();

  /** Records the old inputs for the new ones that `check` returns. */
  note(previous: JsonObject, next: JsonObject): void {
    this.known.set(digestOf(next), previous);
  }

  /** The inputs of the last operation; undefined if there was none. */
  before(next: JsonObject): JsonObject | undefined {
    return this.known.get(digestOf(next));
  }

  /** Whether the engine finds these inputs changed, if a diff leaves that to it. */
  showsChange(next: JsonObject): boolean {
    const previous = this.before(next);
    return previous === undefined || canonicalJson(asCompared(previous)) !== canonicalJson(asCompared(next));
  }
}

/** The engine treats `null` in an object as absent. */
function asCompared(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(asCompared);
  }
  return isJsonObject(value) ? mapValues(withoutNulls(value), asCompared) : value;
}

function digestOf(inputs: JsonObject): string {
  const own = pick(inputs, (key) => key !== literalKey);
  return createHash("sha256").update(canonicalJson(own)).digest("base64");
}
