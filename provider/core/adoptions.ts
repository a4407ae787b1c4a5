import { isJsonObject, type JsonObject } from "../json";

/**
 * The property in which a program tells the host of each resource which objects its resources adopt: the engine may
 * delete the object of one before it has heard of the next. It is no argument, and never comes into a state.
 */
export const adoptionsKey = "__adoptions";

/** What a program tells of its adoptions; each has a number, in the order in which they are declared. */
export interface Adoptions {
  /** That of the resource itself, if it adopts an object. */
  own?: number;
  /**
   * As JSON, since it may be long and comes with each resource: a list of the arguments that say which object is meant,
   * null where they are not known yet.
   */
  all: string;
}

/** What came with a resource; undefined if its program tells nothing of adoptions. */
export function adoptionsIn(args: JsonObject): Adoptions | undefined {
  const told = args[adoptionsKey];
  return isJsonObject(told) && typeof told.all === "string" ? (told as unknown as Adoptions) : undefined;
}

/** The arguments of each adoption. */
export function adoptionArgs({ all }: Adoptions): (JsonObject | undefined)[] {
  return (JSON.parse(all) as unknown[]).map((args) => (isJsonObject(args) ? args : undefined));
}
