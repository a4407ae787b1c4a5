import { isJsonObject, pick, type JsonObject } from "../values/json";
import { openSecret, Secret } from "./tree";

// Metadata that programs, the engine and the provider exchange along with properties. Handlers never see it.

/** Sent by the program to the dynamic provider: the URN of the resource and the kind of run. Never stored. */
export const originKey = "__origin";
/** Sent by the program: the name of the resource option that keeps the old object in a replacement. Never stored. */
export const keepingKey = "__keeping";
/** Sent by the program: the paths in `ignoreChanges` that lead to an entry of a keyed list. Never stored. */
export const ignoredKey = "__ignored";

/** The text that loads the dynamic provider. Pulumi's host copies it to inputs and outputs. */
export const literalKey = "__provider";
/** Stored by the dynamic provider: the program's secrets besides credentials, as in `{ envs: { TOKEN: true } }`. */
export const secretMarksKey = "__secrets";
/** Stored by the dynamic provider for an object that the program only reads, with `get`. */
export const readByGetKey = "__readByGet";
const claimKey = "__claim";
/** One secret with everything else that a provider must remember and that no output shows. */
const privateKey = "__private";

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
