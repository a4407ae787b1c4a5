import { printable } from "../../core/engine-text";
import type { Importable, Section } from "./section";

/** An entry of the file that `pulumi import --file` takes. */
export interface ImportEntry {
  type: string;
  name: string;
  id: string;
}

/** The entries that need no edit by hand after the import, each under a unique name. */
export function importFile(sections: readonly Section[]): ImportEntry[] {
  const taken = new Set<string>();
  return importable(sections)
    .filter(({ leftOut }) => leftOut === undefined)
    .map(({ type, name, id }) => {
      const unique = freeName(resourceName(name), taken);
      taken.add(unique);
      return { type, name: unique, id };
    });
}

/** What to do with the file, and with what is not in it. */
export function nextSteps(file: string, count: number, sections: readonly Section[]): string {
  const leftOut = importable(sections).filter((entry) => entry.leftOut !== undefined);
  const commands = leftOut.map(
    ({ type, name, id, leftOut: reason }) => `  pulumi import ${type} ${resourceName(name)} ${id}   # ${reason}\n`,
  );
  return [
    `Wrote ${count} ${count === 1 ? "resource" : "resources"} to ${file}. To import them: pulumi import --file ${file}\n`,
    ...(commands.length > 0 ? ["Not in the file:\n", ...commands] : []),
    ...equalNames(sections),
  ].join("");
}

/**
 * Pulumi's code generator writes equal texts as a reference: a function in the namespace `web`, beside a group `web`,
 * is written with `namespace: ${web.name}`. A later rename of the group would then replace the function.
 */
function equalNames(sections: readonly Section[]): string[] {
  // What is imported of a snapshot has no name.
  const named = importable(sections).filter(({ type }) => type !== "edgecloud:index:SnapshotAttributes");
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
  return lines.length > 0 ? [warning, ...lines].map(printable) : [];
}

function importable(sections: readonly Section[]): Importable[] {
  return sections.flatMap((section) => section.importable);
}

/** Replaces characters that a shell, a URN or a program would misread. */
function resourceName(name: string): string {
  return name.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "unnamed";
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) {
    free = `${name}-${number}`;
  }
  return free;
}
