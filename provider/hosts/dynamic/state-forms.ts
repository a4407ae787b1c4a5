import { isHiddenProperty, literalKey } from "../../core/hidden-properties";
import type { JsonObject } from "../../values/json";

/** A new resource, or one read by `.get`, has only metadata. */
export function isNew(olds: JsonObject): boolean {
  return Object.keys(olds).every(isHiddenProperty);
}

/** A state of the plugin has no literal text. */
export function wasWrittenByPlugin(olds: JsonObject): boolean {
  return !(literalKey in olds);
}
