import type { OlderStates } from "../../core/handler";
import { secretValuesKey, withoutHidden } from "../../core/hidden-properties";
import { keysInOrder, listed, listOf, mapLists, type NamedList } from "../../core/named-lists";
import { recognisedTexts, withKept } from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { isJsonObject, mapValues, type JsonObject } from "../../values/json";
import { Secret } from "./envelopes";
import { hidden, revealed, secretsIn } from "./secrets";

/**
 * Converts properties that the dynamic provider may have written to the form of the plugin: there, lists are objects by
 * the names of their entries, and the secrets of the state are in a property of their own.
 */
export function withoutDynamicForm(
  properties: JsonObject,
  traits: Traits,
  older: OlderStates = { properties: [], upgrade: (values) => values },
): JsonObject {
  const asLists = mapLists(withoutHidden(properties), traits, listWithSecrets);
  const clear = older.upgrade(listed(withKept(revealed(properties) as JsonObject), traits));
  const { paths, texts } = secretsIn([asLists], traits);
  const apart = recognisedTexts(revealed(properties[secretValuesKey]));
  return hidden(clear, { paths, texts: new Set([...texts, ...apart]) }, traits);
}

/** The list, with its secrets still hidden. */
function listWithSecrets(value: unknown, list: NamedList): unknown {
  if (value instanceof Secret) {
    return new Secret(listWithSecrets(value.value, list));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const open = mapValues(value, (entry) => (entry instanceof Secret ? revealed(entry) : entry));
  const entries = listOf(open, list);
  const keys = keysInOrder(open, list);
  return Array.isArray(entries)
    ? entries.map((entry: unknown, index) => (value[keys[index] ?? ""] instanceof Secret ? new Secret(entry) : entry))
    : entries;
}
