import { isHiddenProperty, literalKey, secretPathsKey } from "../../core/hidden-properties";
import type { JsonObject } from "../../values/json";

/** A new resource, or one read by `.get`, has only metadata. */
export function isNew(olds: JsonObject): boolean {
  return Object.keys(olds).every(isHiddenProperty);
}

/** A state of the plugin has no literal text. */
export function wasWrittenByPlugin(olds: JsonObject): boolean {
  return !(literalKey in olds);
}

/** Whether the state is of a version that stored lists as lists and did not know what is secret. */
export function isOlder(olds: JsonObject): boolean {
  return !(secretPathsKey in olds) && !wasWrittenByPlugin(olds);
}
