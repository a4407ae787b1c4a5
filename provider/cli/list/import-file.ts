import type { Importable, Section } from "./section";

/** An entry of the file that `pulumi import --file` takes. */
export interface ImportEntry {
  type: string;
  name: string;
  id: string;
}

/** What can be imported without writing anything by hand afterwards; each under a name of its own. */
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
  ].join("");
}

function importable(sections: readonly Section[]): Importable[] {
  return sections.flatMap((section) => section.importable);
}

/** Names of the platform can hold what a shell, a URN or a program takes for something else. */
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
