import { isJsonObject, pick, type JsonObject } from "../values/json";
import { openSecret, Secret } from "./tree";

// Metadata that programs, the engine and the provider exchange along with properties. Handlers do not get these keys.
// The state that they get has the claim and parts of `__private` as ordinary properties.

/** The URN of the resource and whether this is a preview, from the program for the dynamic provider. Never stored. */
export const originKey = "__origin";
/** The name, from the program, of the option that keeps the old object during or after a replacement. Never stored. */
export const keepingKey = "__keeping";
/** The paths in `ignoreChanges` that lead to or into an entry of a keyed list (`keyed-lists.ts`). Never stored. */
export const ignoredKey = "__ignored";

/** The text that loads the dynamic provider. Pulumi's host for dynamic providers copies it to inputs and outputs. */
export const literalKey = "__provider";
/** Where the program has secrets besides credentials: `{ envs: { TOKEN: true } }`. The dynamic provider stores it. */
export const secretMarksKey = "__secrets";
/** The dynamic provider stores this for an object that the program only reads, with `get`. */
export const readByGetKey = "__readByGet";
/** The claim, a random text that identifies the resource (`claims.ts`). */
const claimKey = "__claim";
/** One secret with other values that a provider remembers and that no output shows, such as an unfinished operation. */
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
    // The claim stays in plain text, because it reveals nothing, and most resources have nothing else to encrypt.
    ...(claim !== undefined && { [claimKey]: claim }),
    ...(Object.keys(kept).length > 0 && { [privateKey]: new Secret(kept) }),
  };
}
