import type * as pulumi from "@pulumi/pulumi";
import { findKeyedLists, isKeyedList } from "../core/keyed-lists";
import { formatEnginePath, parseEnginePath } from "../core/property-paths";
import type { Traits } from "../core/traits";
import type { OnKeysKnown } from "./keyed-lists";
import { createProgramError } from "./program-error";

/** The options that hold property paths. */
const pathOptions = ["ignoreChanges", "replaceOnChanges", "hideDiffs"] as const;

/**
 * Refuses paths in options that lead to no entry of a list: to the engine, the entries are properties by their names. The
 * returned function must be called with the keys of each list once they are known.
 */
export function createPathCheck(subject: string, opts: pulumi.CustomResourceOptions, traits: Traits): OnKeysKnown {
  const given = pathOptions.flatMap((option) => (opts[option] ?? []).map((path) => ({ option, path })));
  const entries = given.flatMap(({ option, path }) => {
    const [property = "", entry, ...rest] = parseEnginePath(path);
    const list = findKeyedLists(traits)[property];
    return list ? [{ option, path, property, entry, rest, isName: list.names.includes(rest.join(".")) }] : [];
  });
  const named = entries.find(({ isName }) => isName);
  if (named) {
    throw createProgramError(
      `${subject}: the option ${named.option} has ${named.path}, which is the name of an entry. Without the plugin, an ` +
        `entry of another name is another entry: write the whole entry or ${named.property} instead`,
    );
  }
  return (property, keys) => {
    for (const { option, path, entry: position, rest, ...found } of entries) {
      if (found.property !== property || typeof position !== "number") {
        continue;
      }
      const key = keys[position];
      const named = formatEnginePath([property, key ?? "<name>", ...rest]);
      throw createProgramError(
        `${subject}: the option ${option} names an entry by its position, ${path}. Without the plugin, entries go by ` +
          `name: write ${named} instead${key === undefined ? `; there is no entry ${position}` : ""}`,
      );
    }
  };
}

/** Lists the paths in `ignoreChanges` that lead to entries of lists. */
export function listIgnoredEntries({ ignoreChanges = [] }: pulumi.CustomResourceOptions, traits: Traits): string[] {
  return ignoreChanges.filter((path) => {
    const [property, entry] = parseEnginePath(path);
    return typeof property === "string" && isKeyedList(property, traits) && entry !== undefined;
  });
}
