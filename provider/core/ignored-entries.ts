import { isJsonObject, pick, type JsonObject } from "../json";
import { ignoredKey } from "./hidden-properties";
import { keysInOrder, named, namedLists } from "./named-lists";
import { stepsOf, type Step } from "./property-paths";
import type { Traits } from "./traits";

/**
 * Arguments with what is ignored in them as it was. The engine does that itself, but not where it finds a list in the
 * state, of the plugin or of an older version, and entries by their names in the arguments.
 */
export function withIgnored(news: JsonObject, olds: JsonObject, traits: Traits): JsonObject {
  const paths = news[ignoredKey];
  if (!Array.isArray(paths)) {
    return news;
  }
  const before = named(olds, traits, news);
  return (paths as string[]).map(stepsOf).reduce((values, [property = "", entry = "", ...rest]) => {
    const list = namedLists(traits)[property];
    const [now, then] = [values[property], before[property]];
    if (!list || !Array.isArray(olds[property]) || !isJsonObject(now) || !isJsonObject(then)) {
      return values;
    }
    const keys = entry === "*" ? Object.keys(now) : [typeof entry === "number" ? keysInOrder(now, list)[entry] : entry];
    const kept = keys.filter((key) => key !== undefined && Object.hasOwn(now, key) && Object.hasOwn(then, key));
    return { ...values, [property]: kept.reduce((entries, key) => reset(entries, then, [key ?? "", ...rest]), now) };
  }, news);
}

/** An object in which the value at a path is what it is in another one. */
function reset(now: JsonObject, then: JsonObject, [step = "", ...rest]: readonly Step[]): JsonObject {
  const names = step === "*" ? [...new Set([...Object.keys(now), ...Object.keys(then)])] : [String(step)];
  return names.reduce((values, name) => {
    const [own, other] = [values[name], then[name]];
    if (rest.length > 0) {
      return isJsonObject(own) && isJsonObject(other) ? { ...values, [name]: reset(own, other, rest) } : values;
    }
    return Object.hasOwn(then, name) ? { ...values, [name]: other } : pick(values, (key) => key !== name);
  }, now);
}
