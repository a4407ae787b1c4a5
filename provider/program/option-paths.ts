import type * as pulumi from "@pulumi/pulumi";
import { isKeyedList } from "../core/keyed-lists";
import { formatEnginePath, parseEnginePath } from "../core/property-paths";
import type { Traits } from "../core/traits";

/** The options that hold property paths. */
const pathOptions = ["ignoreChanges", "replaceOnChanges", "hideDiffs"] as const;

/**
 * Translates paths in options from positions in lists, as users write them, to the keys of the entries. The returned
 * function must be called with the keys of each list; Pulumi reads the options only after all of them are known.
 */
export function translateOptionPaths(opts: pulumi.CustomResourceOptions, traits: Traits) {
  const open: { property: string; add: (keys: readonly string[]) => void }[] = [];
  const renamed = pathOptions.flatMap((option) => {
    const given = opts[option];
    if (given === undefined) {
      return [];
    }
    const paths = given.filter((path) => splitListPath(path) === undefined);
    for (const path of given) {
      const found = splitListPath(path);
      if (found) {
        const add = (keys: readonly string[]) => {
          const key = keys[found.position];
          paths.push(...(key === undefined ? [] : [formatEnginePath([found.property, key, ...found.rest])]));
        };
        open.push({ property: found.property, add });
      }
    }
    return [[option, paths] as const];
  });

  function splitListPath(path: string) {
    const [property = "", position, ...rest] = parseEnginePath(path);
    const isList = typeof property === "string" && isKeyedList(property, traits);
    return isList && typeof position === "number" ? { property, position, rest } : undefined;
  }

  const onKeysKnown = (property: string, keys: readonly string[]) => {
    open.filter((path) => path.property === property).forEach(({ add }) => add(keys));
  };
  return { opts: { ...opts, ...Object.fromEntries(renamed) }, onKeysKnown };
}

/** Lists the paths in `ignoreChanges` that lead to entries of lists. */
export function listIgnoredEntries({ ignoreChanges = [] }: pulumi.CustomResourceOptions, traits: Traits): string[] {
  return ignoreChanges.filter((path) => {
    const [property, entry] = parseEnginePath(path);
    return typeof property === "string" && isKeyedList(property, traits) && entry !== undefined;
  });
}
