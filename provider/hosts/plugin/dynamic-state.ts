import { secretValuesKey, withoutHidden } from "../../core/hidden-properties";
import { sortKeys, withPlainLists, toList, mapLists, type KeyedList } from "../../core/keyed-lists";
import { collectRecognizedTexts, restoreSecrets } from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { isJsonObject, mapValues, type JsonObject } from "../../values/json";
import { Secret } from "./envelopes";
import { hideSecrets, reveal, findSecrets } from "./secrets";

/**
 * Converts properties that the dynamic provider may have written to the form of the plugin: there, lists are objects by
 * the names of their entries, and the secrets of the state are in a property of their own.
 */
export function fromDynamicForm(properties: JsonObject, traits: Traits): JsonObject {
  const asLists = mapLists(withoutHidden(properties), traits, toListWithSecrets);
  const clear = withPlainLists(restoreSecrets(reveal(properties) as JsonObject), traits);
  const { paths, texts } = findSecrets([asLists], traits);
  const apart = collectRecognizedTexts(reveal(properties[secretValuesKey]));
  return hideSecrets(clear, { paths, texts: new Set([...texts, ...apart]) }, traits);
}

/** The list, with its secrets still hidden. */
function toListWithSecrets(value: unknown, list: KeyedList): unknown {
  if (value instanceof Secret) {
    return new Secret(toListWithSecrets(value.value, list));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const open = mapValues(value, (entry) => (entry instanceof Secret ? reveal(entry) : entry));
  const entries = toList(open, list);
  const keys = sortKeys(open, list);
  return Array.isArray(entries)
    ? entries.map((entry: unknown, index) => (value[keys[index] ?? ""] instanceof Secret ? new Secret(entry) : entry))
    : entries;
}
