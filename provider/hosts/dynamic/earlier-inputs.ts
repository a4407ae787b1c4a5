import { createHash } from "node:crypto";
import type { RunContext } from "../../core/declarations";
import { literalKey } from "../../core/hidden-properties";
import { toCanonicalJson, isJsonObject, mapValues, pick, withoutNulls, type JsonObject } from "../../values/json";

/** What `check` has received with the new inputs. */
interface Checked {
  inputs: JsonObject;
  runContext: RunContext | undefined;
}

/**
 * Remembers the old inputs from `check`, and its resource, by the new ones: `diff` gets only the old outputs, which may
 * differ from them.
 */
export class EarlierInputs {
  private readonly known = new Map<string, Checked>();

  /** Records the old inputs for the new ones that `check` returns. */
  remember(inputs: JsonObject, next: JsonObject, runContext: RunContext | undefined): void {
    this.known.set(computeDigest(next), { inputs, runContext });
  }

  /** The inputs of the last operation; undefined if there was none. */
  find(next: JsonObject): Checked | undefined {
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
