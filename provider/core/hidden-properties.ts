import { isJsonObject, pick, type JsonObject } from "../values/json";
import { openSecret, Secret } from "./tree";

/*
 * Metadata that the program, the engine and the provider exchange along with the properties of a resource. The names
 * begin with two underscores, like those of the engine's own metadata. Handlers never see these properties.
 */

/** Sent by the program to the dynamic provider: the URN of the resource and the kind of run. Never stored. */
export const originKey = "__origin";
/**
 * Sent by the program to the plugin or the dynamic provider: the name of the resource option that keeps the old object
 * during or after a replacement. Never stored.
 */
export const keepingKey = "__keeping";
/**
 * Sent by the program to the dynamic provider: those paths in `ignoreChanges` that lead to an entry of a keyed list
 * (`core/keyed-lists.ts`). Never stored.
 */
export const ignoredKey = "__ignored";

/**
 * The constant text that loads the dynamic provider. Pulumi's host for dynamic providers copies it to inputs and
 * outputs.
 */
export const literalKey = "__provider";
/**
 * What the program marks as secret besides credentials, as a tree: `{ envs: { TOKEN: true } }`. Absent if the program
 * marks nothing. The dynamic provider stores it in inputs and outputs.
 */
export const secretMarksKey = "__secrets";
/** Stored by the dynamic provider for an object that the program only reads, with `get`. */
export const readByGetKey = "__readByGet";
/** The claim of a resource (`core/claims.ts`). */
const claimKey = "__claim";
/** One secret with everything else that a provider must remember and that no output shows. */
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
    // The claim stays in plain text: it reveals nothing, and most resources have nothing else to encrypt.
    ...(claim !== undefined && { [claimKey]: claim }),
    ...(Object.keys(kept).length > 0 && { [privateKey]: new Secret(kept) }),
  };
}
