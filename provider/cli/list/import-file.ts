import { writeFileSync } from "node:fs";
import type { Importable, Section } from "./list";

/**
 * Writes what `pulumi import --file` takes: what needs no manual edits after the import. Returns what to do with the
 * file, and with what is not in it.
 */
export function writeImportFile(file: string, sections: readonly Section[]): string {
  const named = nameAll(sections.flatMap(({ importable }) => importable));
  const resources = named
    .filter(({ leftOut }) => leftOut === undefined)
    .map(({ type, resourceName, id }) => ({ type, name: resourceName, id }));
  writeFileSync(file, `${JSON.stringify({ resources }, null, 2)}\n`);
  const commands = named
    .filter(({ leftOut }) => leftOut !== undefined)
    .map(({ type, resourceName, id, leftOut }) => `  pulumi import ${type} ${resourceName} ${id}   # ${leftOut}\n`);
  const count = `${resources.length} ${resources.length === 1 ? "resource" : "resources"}`;
  return [
    `Wrote ${count} to ${file}. To import them: pulumi import --file ${file}\n`,
    ...(commands.length > 0 ? ["Not in the file:\n", ...commands] : []),
  ].join("");
}

/** Gives everything a name that nothing else has. */
function nameAll(all: readonly Importable[]): (Importable & { resourceName: string })[] {
  const usedNames = new Set<string>();
  return all.map((entry) => {
    // Without characters that a shell, a URN or a program would misread.
    const name = entry.name.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "unnamed";
    let resourceName = name;
    for (let number = 2; usedNames.has(resourceName); number++) {
      resourceName = `${name}-${number}`;
    }
    usedNames.add(resourceName);
    return { ...entry, resourceName, leftOut: entry.leftOut ?? explainPanic(entry, all) };
  });
}

/**
 * Pulumi's code generator writes a text that equals the name or the ID of something else in the same import as a
 * reference. In a secret that makes it panic, when everything is in the state already.
 */
function explainPanic({ id, secrets = [] }: Importable, all: readonly Importable[]): string | undefined {
  const others = all.filter((other) => other.id !== id);
  return others.some((other) => secrets.includes(other.name) || secrets.includes(other.id))
    ? "by itself: a variable, the code or the dependencies are the name or ID of another object, at which Pulumi fails " +
        "if it writes code for both together"
    : undefined;
}
