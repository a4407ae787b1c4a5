import { pick, type JsonObject } from "../values/json";

/*
 * What a program, its hosts and the engine pass on beside the properties of a resource. It is no argument and no output:
 * handlers see none of it, and a host stores only what it adds itself. All of these names begin with two underscores, as
 * the engine's own do.
 */

/** From a program to Pulumi's host for dynamic providers, with each resource: where it comes from. Never stored. */
export const originKey = "__origin";
/** From a program to either host, with each resource: which objects all of its resources adopt. Never stored. */
export const adoptionsKey = "__adoptions";
/** From a program to Pulumi's host for dynamic providers: which paths below lists are ignored. Never stored. */
export const ignoredKey = "__ignored";

/** The constant text that loads the dynamic provider; its host adds it to all inputs. */
export const literalKey = "__provider";
/** Where the program has marked something as secret. Stored by the dynamic provider, with inputs and outputs. */
export const secretPathsKey = "__secretPaths";
/**
 * Of a state whose update has failed: where the inputs beside it are secret, which may still be those before. Stored by
 * the dynamic provider, with outputs.
 */
export const inputPathsKey = "__inputSecretPaths";
/** The secrets of a state at whose places the engine would not hide them. Always a secret as a whole. */
export const secretValuesKey = "__secretValues";

/** What is stored and would show in a diff, where it says nothing that the properties beside it do not. */
export const hiddenInDiffs: readonly string[] = [secretPathsKey];

/** Whether a property is one of these, or the engine's own. */
export function isHiddenProperty(key: string): boolean {
  return key.startsWith("__");
}

/** The properties of the resource itself. */
export function withoutHidden(properties: JsonObject): JsonObject {
  return pick(properties, (key) => !isHiddenProperty(key));
}
