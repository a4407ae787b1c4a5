import * as pulumi from "@pulumi/pulumi";
import { adoptionsKey } from "../core/adoptions";
import type { Traits } from "../core/traits";
import { pick, type JsonObject } from "../json";
import { isDeferred } from "./program";

/** A resource of a program that adopts an object. */
interface Adoption {
  type: string;
  provider: pulumi.ProviderResource | undefined;
  /** The arguments that say which object. */
  args: JsonObject;
}

/** A process can run many programs, so a run is known by its stack resource. */
const runs = new WeakMap<object, Adoption[]>();

/**
 * The arguments of a resource, with what its host must know of the other resources of the program: which objects they
 * adopt, as far as that is a plain value by the time at which this resource is registered.
 */
export function withAdoptions(
  type: string,
  args: JsonObject,
  { adoptedBy: [condition, ...place] = [] }: Traits,
  opts: pulumi.CustomResourceOptions,
): JsonObject {
  const run = pulumi.runtime.getStackResource();
  if (!run || condition === undefined || opts.id !== undefined) {
    return args;
  }
  const adoptions = runs.get(run) ?? [];
  runs.set(run, adoptions);
  const provider = opts.provider ?? opts.parent?.getProvider(type);
  const named = pick(args, (key, value) => [condition, ...place].includes(key) && value !== undefined);
  const adopts = named[condition] !== undefined && named[condition] !== false;
  const own = adopts && !Object.values(named).some(isDeferred) ? { type, provider, args: named } : undefined;
  adoptions.push(...(own ? [own] : []));
  // Only when the program has declared all that it can at once.
  const others = Promise.resolve().then(() => {
    const found = adoptions.filter((other) => other !== own && other.type === type && other.provider === provider);
    return found.length > 0 ? found.map((other) => other.args) : undefined;
  });
  return { ...args, [adoptionsKey]: others };
}
