import * as pulumi from "@pulumi/pulumi";
import { adoptionsKey } from "../core/hidden-properties";
import type { Traits } from "../core/traits";
import { pick, type JsonObject } from "../values/json";
import { shareWithCopies } from "./copies";
import { isDeferred, isKnown } from "./inputs";

/** A resource that adopts an object, with the arguments that say which one. */
interface Adoption {
  /** The arguments as plain values, since outputs would be dependencies; undefined while they are not known. */
  values?: JsonObject;
  /** Whether one of the values is secret and was an output. */
  isSecret: boolean;
}

/** The adoptions of one run, by the kind of resource. */
type Run = Map<string, Adoption[]>;

/** A process can run many programs, so a run is identified by its stack resource. */
const runs = shareWithCopies("adoptions", () => new WeakMap<object, Run>());

/**
 * Adds to a resource's arguments what its host must know about all resources of the program: which objects they adopt,
 * as far as the program has said so when this resource is registered. Resources of other providers count too, because
 * two providers may lead to the same account.
 */
export function withAdoptions(
  kind: string,
  args: JsonObject,
  { adoptedBy: [condition, ...place] = [] }: Traits,
  opts: pulumi.CustomResourceOptions,
): JsonObject {
  const stack = pulumi.runtime.getStackResource();
  if (!stack || condition === undefined || opts.id !== undefined) {
    return args;
  }
  const run = runs.get(stack) ?? new Map<string, Adoption[]>();
  runs.set(stack, run);
  const adoptions = run.get(kind) ?? [];
  run.set(kind, adoptions);
  const named = pick(args, (key, value) => [condition, ...place].includes(key) && value !== undefined);
  const adopts = named[condition] !== undefined && named[condition] !== false;
  const own = adopts ? adoptions.push(trackAdoption(named)) - 1 : undefined;
  return { ...args, [adoptionsKey]: describeAdoptions(adoptions, own) };
}

/** An adoption whose values are filled in once they are known. */
function trackAdoption(named: JsonObject): Adoption {
  if (!Object.values(named).some(isDeferred)) {
    return { values: named, isSecret: false };
  }
  const adoption: Adoption = { isSecret: false };
  void resolveValues(named).then(
    (resolved) => Object.assign(adoption, resolved),
    // The registration of the resource reports the error.
    () => undefined,
  );
  return adoption;
}

/**
 * Two turns of the event loop are enough for everything that the program declares at once, and for outputs that wait
 * for nothing. What waits for other resources must not be waited for, since it may wait for this one.
 */
async function describeAdoptions(adoptions: readonly Adoption[], own: number | undefined): Promise<unknown> {
  await waitForNextTurn();
  if (adoptions.length === 0) {
    return undefined;
  }
  if (adoptions.some(({ values }) => values === undefined)) {
    await waitForNextTurn();
  }
  const text = JSON.stringify(adoptions.map(({ values }) => values ?? null));
  const isSecret = adoptions.some((adoption) => adoption.isSecret);
  return { ...(own !== undefined && { own }), all: isSecret ? pulumi.secret(text) : text };
}

/** Undefined if a preview does not know a value. */
async function resolveValues(named: JsonObject): Promise<Adoption | undefined> {
  const outputs = Object.values(named).filter((value) => pulumi.Output.isInstance<unknown>(value));
  if ((await Promise.all(outputs.map(isKnown))).includes(false)) {
    return undefined;
  }
  const values = await Promise.all(Object.values(named).map(resolveValue));
  const entries = Object.keys(named).map((key, index) => [key, values[index]] as const);
  return {
    values: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    isSecret: (await Promise.all(outputs.map(pulumi.isSecret))).includes(true),
  };
}

function resolveValue(value: unknown): unknown {
  return pulumi.Output.isInstance<unknown>(value)
    ? (value as unknown as { promise: () => Promise<unknown> }).promise()
    : value;
}

function waitForNextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
