import { isJsonObject, type JsonObject } from "../values/json";
import { adoptionsKey } from "./hidden-properties";

/**
 * What a program tells the host of each resource of all its adoptions, since the engine may delete the object of one
 * resource before it has heard of the next. Each has a number, in the order in which they are declared.
 */
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
