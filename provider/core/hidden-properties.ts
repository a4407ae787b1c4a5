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
 * What the program marks as secret, besides credentials: `{ envs: { TOKEN: true } }`; absent if there is nothing. Stored
 * by the dynamic provider, in inputs and outputs.
 */
export const secretMarksKey = "__secrets";
/** Stored by the dynamic provider with an object that was only read by `get`. */
export const readByGetKey = "__readByGet";
/** See `core/claims.ts`. */
const claimKey = "__claim";
/** What else a provider must remember that no output shows: a single secret. */
const privateKey = "__private";

/** Whether a property is metadata, of this package or of the engine. */
export function isHiddenProperty(key: string): boolean {
  return key.startsWith("__");
}

export function withoutHidden(properties: JsonObject): JsonObject {
  return pick(properties, (key) => !isHiddenProperty(key));
}

export function readPrivate(outputs: JsonObject): JsonObject {
  const { [privateKey]: secret, [claimKey]: claim } = outputs;
  const kept = openSecret(secret);
  return { ...(isJsonObject(kept) && kept), ...(claim !== undefined && { claim }) };
}

export function withPrivate(outputs: JsonObject, { claim, ...kept }: JsonObject): JsonObject {
  return {
    ...outputs,
    // A claim reveals nothing, and most resources have nothing else to encrypt.
    ...(claim !== undefined && { [claimKey]: claim }),
    ...(Object.keys(kept).length > 0 && { [privateKey]: new Secret(kept) }),
  };
}
