import { isJsonObject, pick, type JsonObject } from "../values/json";
import { fingerprintsProperty } from "./fingerprints";
import { privateKey, withoutHidden } from "./hidden-properties";
import { reveal, Secret } from "./tree";

/** What handlers remember that no output shows: it is stored in one property, which is secret as a whole. */
const privateProperties = ["claim", "operation", "restorePoint", fingerprintsProperty];

const isPrivate = (key: string) => privateProperties.includes(key);

/** A state as handlers know it, in plain text. */
export function openState(outputs: JsonObject): JsonObject {
  return { ...(reveal(withoutHidden(outputs)) as JsonObject), ...pick(readPrivate(outputs), isPrivate) };
}

/** The outputs of a state, and what is stored beside them. */
export function splitState(state: JsonObject): { outputs: JsonObject; kept: JsonObject } {
  return {
    outputs: pick(state, (key) => !isPrivate(key)),
    kept: pick(state, (key, value) => isPrivate(key) && value !== undefined),
  };
}

/** What is stored beside outputs. */
export function readPrivate(outputs: JsonObject): JsonObject {
  const kept = reveal(outputs[privateKey]);
  return isJsonObject(kept) ? kept : {};
}

/** Outputs with what is stored beside them. */
export function withPrivate(outputs: JsonObject, kept: JsonObject): JsonObject {
  return Object.keys(kept).length > 0 ? { ...outputs, [privateKey]: new Secret(kept) } : outputs;
}
