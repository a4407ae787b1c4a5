import { isJsonObject, type JsonObject } from "../json";

/**
 * The property in which a program tells the host of each resource which objects the others adopt: the engine may delete
 * the object of one before it has heard of the next. It is no argument, and never comes into a state.
 */
export const adoptionsKey = "__adoptions";

/** The arguments of adopting resources that came with a resource. */
export function adoptionsIn(args: JsonObject): JsonObject[] {
  const adoptions = args[adoptionsKey];
  return Array.isArray(adoptions) ? adoptions.filter(isJsonObject) : [];
}
