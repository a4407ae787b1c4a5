import { toPrintable } from "../../core/engine-text";
import type { Importable, Section } from "./section";

/** An entry of the file that `pulumi import --file` takes. */
export interface ImportEntry {
  type: string;
  name: string;
  id: string;
}

/** The entries that need no edit by hand after the import. */
export function createImportEntries(sections: readonly Section[]): ImportEntry[] {
  return collectNamed(sections)
    .filter(({ leftOut }) => leftOut === undefined)
    .map(({ type, resourceName, id }) => ({ type, name: resourceName, id }));
}

/** What to do with the file, and with what is not in it. */
export function describeNextSteps(file: string, count: number, sections: readonly Section[]): string {
  const leftOut = collectNamed(sections).filter((entry) => entry.leftOut !== undefined);
  const commands = leftOut.map(
    ({ type, resourceName, id, leftOut: reason }) => `  pulumi import ${type} ${resourceName} ${id}   # ${reason}\n`,
  );
  return [
    `Wrote ${count} ${count === 1 ? "resource" : "resources"} to ${file}. To import them: pulumi import --file ${file}\n`,
    ...(commands.length > 0 ? ["Not in the file:\n", ...commands] : []),
    ...warnOfEqualNames(sections),
  ].join("");
}

/**
 * Pulumi's code generator writes equal texts as a reference: a function in the namespace `web`, beside a group `web`,
 * is written with `namespace: ${web.name}`. A later rename of the group would then replace the function.
 */
function warnOfEqualNames(sections: readonly Section[]): string[] {
  // What is imported of a snapshot has no name.
  const named = collectImportable(sections).filter(({ type }) => type !== "edgecloud:index:SnapshotAttributes");
  const uses = named.flatMap(({ id, name, namespace }) => [
    { text: name, use: id },
    ...(namespace === undefined ? [] : [{ text: namespace, use: `the namespace of ${id}` }]),
  ]);
  const texts = [...new Set(uses.map(({ text }) => text))];
  const lines = texts
    .map((text) => ({ text, found: [...new Set(uses.filter((each) => each.text === text).map(({ use }) => use))] }))
    .filter(({ found }) => found.some((use) => !use.startsWith("the namespace of ")) && found.length > 1)
    .map(({ text, found }) => `  ${JSON.stringify(text)}: ${found.join(", ")}\n`);
  const warning =
    "Equal names: Pulumi may write one as a reference to the other, such as ${web.name}; write the text instead, or a " +
    "rename of the one changes the other:\n";
  return lines.length > 0 ? [warning, ...lines].map(toPrintable) : [];
}

function collectImportable(sections: readonly Section[]): Importable[] {
  return sections.flatMap((section) => section.importable);
}

/** What can be imported, in the file or by a command, each under a name that nothing else has. */
function collectNamed(sections: readonly Section[]): (Importable & { resourceName: string })[] {
  const usedNames = new Set<string>();
  return collectImportable(sections).map((entry) => {
    const resourceName = findFreeName(toResourceName(entry.name), usedNames);
    usedNames.add(resourceName);
    return { ...entry, resourceName };
  });
}

/** Replaces characters that a shell, a URN or a program would misread. */
function toResourceName(name: string): string {
  return name.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "unnamed";
}

function findFreeName(name: string, usedNames: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; usedNames.has(free); number++) {
    free = `${name}-${number}`;
  }
  return free;
}
