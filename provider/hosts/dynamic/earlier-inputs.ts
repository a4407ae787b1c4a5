import { createHash } from "node:crypto";
import { literalKey } from "../../core/hidden-properties";
import { canonicalJson, isJsonObject, mapValues, pick, withoutNulls, type JsonObject } from "../../values/json";

/**
 * The inputs of the last operation, by those that are to come. `diff` is told the old outputs only, which may differ from
 * the old inputs; those come with `check`.
 */
export class EarlierInputs {
  private readonly known = new Map<string, JsonObject>();

  /** Notes what `check` makes of the inputs, beside those of the last operation. */
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

/** To the engine, `null` in an object is the same as nothing. */
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
