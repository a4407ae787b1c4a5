import { isJsonObject, type JsonObject } from "../values/json";
import { adoptionsKey } from "./hidden-properties";

/**
 * All adoptions of a program, sent to the host with each resource: the engine may delete the object of one resource
 * before it registers the next. They are numbered in the order of their declaration.
 */
export interface Adoptions {
  /** The number of the resource's own adoption, if it adopts an object. */
  own?: number;
  /**
   * As JSON, because it may be long and is sent with each resource: for each adoption the arguments that identify its
   * object, or null while they are unknown.
   */
  all: string;
}

/** The adoptions sent with a resource; undefined if its program sends none. */
export function readAdoptions(args: JsonObject): Adoptions | undefined {
  const sent = args[adoptionsKey];
  return isJsonObject(sent) && typeof sent.all === "string" ? (sent as unknown as Adoptions) : undefined;
}

/** The identifying arguments of each adoption; undefined while they are unknown. */
export function parseAdoptionArgs({ all }: Adoptions): (JsonObject | undefined)[] {
  return (JSON.parse(all) as unknown[]).map((args) => (isJsonObject(args) ? args : undefined));
}
