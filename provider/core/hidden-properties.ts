import { isJsonObject, pick, type JsonObject } from "../values/json";
import { openSecret, Secret } from "./tree";

/*
 * Metadata that a program, its hosts and the engine pass along with the properties of a resource, under names that,
 * like the engine's, begin with two underscores. Handlers never see these properties.
 */

/** Sent by a program to the dynamic provider: the URN of the resource and the kind of run. Never stored. */
export const originKey = "__origin";
/** Sent by a program to any host: the option that keeps the old object during or after a replacement. Never stored. */
export const keepingKey = "__keeping";
/** Sent by a program to the dynamic provider: the paths in `ignoreChanges` that lead into keyed lists. Never stored. */
export const ignoredKey = "__ignored";

/** The constant text that loads the dynamic provider; Pulumi's host adds it to all inputs. */
export const literalKey = "__provider";
/**
 * The paths that the program marks as secret. Stored by the dynamic provider, in inputs and outputs; an object that was
 * only read by `get` has none.
 */
export const secretPathsKey = "__secretPaths";
/** What a provider must remember that no output shows. A single secret, unless it is only a claim. */
const privateKey = "__private";

/** Whether a property is metadata, of this package or of the engine. */
export function isHiddenProperty(key: string): boolean {
  return key.startsWith("__");
}

export function withoutHidden(properties: JsonObject): JsonObject {
  return pick(properties, (key) => !isHiddenProperty(key));
}

export function readPrivate(outputs: JsonObject): JsonObject {
  const kept = openSecret(outputs[privateKey]);
  return isJsonObject(kept) ? kept : {};
}

export function withPrivate(outputs: JsonObject, kept: JsonObject): JsonObject {
  const keys = Object.keys(kept);
  if (keys.length === 0) {
    return outputs;
  }
  // A claim reveals nothing, and as a secret it would be four times as long in the state.
  const isSecret = keys.some((key) => key !== "claim");
  return { ...outputs, [privateKey]: isSecret ? new Secret(kept) : kept };
}
