import * as pulumi from "@pulumi/pulumi";
import { adoptionsKey } from "../core/hidden-properties";
import type { Traits } from "../core/traits";
import { pick, type JsonObject } from "../values/json";
import { isDeferred, isKnown } from "./program";

/** The arguments of adopting resources that say which objects they adopt, by the kind of resource. */
type Run = Map<string, JsonObject[]>;

/** A process can run many programs, so a run is known by its stack resource. */
const runs = new WeakMap<object, Run>();

/**
 * The arguments of a resource, with what its host must know of all resources of the program: which objects they adopt,
 * as far as the program has said it by the time at which this resource is registered. No provider is left out, for two
 * of them may lead to the same account.
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
  const run = runs.get(stack) ?? new Map<string, JsonObject[]>();
  runs.set(stack, run);
  const adoptions = run.get(kind) ?? [];
  run.set(kind, adoptions);
  const named = pick(args, (key, value) => [condition, ...place].includes(key) && value !== undefined);
  const adopts = named[condition] !== undefined && named[condition] !== false;
  const own = adopts ? adoptions.push(named) - 1 : undefined;
  return { ...args, [adoptionsKey]: tell(adoptions, own) };
}

/**
 * A turn of the event loop is enough for all that the program declares at once, and for outputs that wait for nothing.
 * What waits for other resources must not be waited for: it may be for this one.
 */
async function tell(adoptions: readonly JsonObject[], own: number | undefined): Promise<unknown> {
  await nextTurn();
  if (adoptions.length === 0) {
    return undefined;
  }
  const all: (JsonObject | null)[] = [];
  let isSecret = false;
  for (const named of adoptions) {
    const values = Object.values(named).some(isDeferred) ? await knownValues(named) : named;
    isSecret ||= values !== undefined && values !== named && (await hasSecrets(named));
    all.push(values ?? null);
  }
  const text = JSON.stringify(all);
  return { ...(own !== undefined && { own }), all: isSecret ? pulumi.secret(text) : text };
}

/** Plain values, since each output would be a dependency; undefined if they are not known by the next turn. */
async function knownValues(named: JsonObject): Promise<JsonObject | undefined> {
  const values = Object.values(named).map((value) =>
    pulumi.Output.isInstance<unknown>(value) ? valueOf(value) : value,
  );
  // Whatever fails is reported where it belongs.
  const known = Promise.all(values).catch(() => [undefined]);
  const found = await Promise.race([known, nextTurn()]);
  return found?.includes(undefined) === false
    ? Object.fromEntries(Object.keys(named).map((key, index) => [key, found[index]]))
    : undefined;
}

async function valueOf(output: pulumi.Output<unknown>): Promise<unknown> {
  const { promise } = output as unknown as { promise: () => Promise<unknown> };
  return (await isKnown(output)) ? promise.call(output) : undefined;
}

async function hasSecrets(named: JsonObject): Promise<boolean> {
  const outputs = Object.values(named).filter((value) => pulumi.Output.isInstance<unknown>(value));
  return (await Promise.all(outputs.map(pulumi.isSecret))).includes(true);
}

function nextTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(resolve, undefined));
}
