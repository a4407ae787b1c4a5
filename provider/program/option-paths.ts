import type * as pulumi from "@pulumi/pulumi";
import { namedLists } from "../core/named-lists";
import type { Traits } from "../core/traits";

type Step = string | number;

/** The options that name properties by their paths. */
const withPaths = ["ignoreChanges", "replaceOnChanges", "hideDiffs"] as const;

/**
 * Program side: options whose paths name entries of lists by their positions, as users do, and the function that is told
 * under which keys the entries are registered. The options are complete when all lists are, before which Pulumi does not
 * read them.
 */
export function optionsByName(opts: pulumi.CustomResourceOptions, traits: Traits) {
  const lists = namedLists(traits);
  const open: { property: string; add: (keys: readonly string[]) => void }[] = [];
  const renamed = withPaths.flatMap((option) => {
    const given = opts[option];
    if (given === undefined) {
      return [];
    }
    const paths = given.filter((path) => positionIn(path) === undefined);
    for (const path of given) {
      const found = positionIn(path);
      if (found) {
        const add = (keys: readonly string[]) => {
          const key = keys[found.position];
          paths.push(...(key === undefined ? [] : [pathOf([found.property, key, ...found.rest])]));
        };
        open.push({ property: found.property, add });
      }
    }
    return [[option, paths] as const];
  });

  function positionIn(path: string) {
    const [property = "", position, ...rest] = stepsOf(path);
    const isList = typeof property === "string" && Object.hasOwn(lists, property);
    return isList && typeof position === "number" ? { property, position, rest } : undefined;
  }

  const onNamed = (property: string, keys: readonly string[]) => {
    open.filter((path) => path.property === property).forEach(({ add }) => add(keys));
  };
  return { opts: { ...opts, ...Object.fromEntries(renamed) }, onNamed };
}

function pathOf(steps: readonly Step[]): string {
  const [property, ...rest] = steps;
  const inside = rest.map((step) => (typeof step === "number" || step === "*" ? `[${step}]` : `[${quoted(step)}]`));
  return [property, ...inside].join("");
}

/** As the engine reads it: of escapes it knows only that of a quote. */
function quoted(step: string): string {
  return `"${step.replaceAll('"', '\\"')}"`;
}

/** The steps of a path as the engine reads it, `a.b[0]["c.d"].*`; none if it cannot be read. */
function stepsOf(path: string): Step[] {
  const step = /(?:^|\.)([^.[\]"]+)|\[(\d+)\]|\[(\*)\]|\["((?:\\"|[^"])*)"\]/y;
  const steps: Step[] = [];
  while (step.lastIndex < path.length) {
    const [, name, index, any, quoted] = step.exec(path) ?? [];
    const found = index === undefined ? (name ?? any ?? quoted?.replaceAll('\\"', '"')) : Number(index);
    if (found === undefined) {
      return [];
    }
    steps.push(found);
  }
  return steps;
}
