import { existsSync } from "node:fs";
import { toPrintable } from "../../core/engine-text";
import type { Kind, KindSection } from "./list";
import type { Importable, Section } from "./section";

/** An entry of the file that `pulumi import --file` takes. */
export interface ImportEntry {
  type: string;
  name: string;
  id: string;
}

/** Images are only looked up. */
export const importableKinds: readonly Kind[] = ["groups", "snapshots", "functions"];

/** Why the file is not written; undefined if nothing that it should have is missing. */
export function explainUnwritten(file: string, sections: readonly KindSection[]): string | undefined {
  const wanted = sections.filter(({ kind }) => importableKinds.includes(kind));
  const failed = wanted.filter(({ failure }) => failure !== undefined).map(({ kind }) => kind);
  if (failed.length === 0) {
    return undefined;
  }
  const listed = wanted.filter(({ failure, skipReason }) => failure === undefined && skipReason === undefined);
  const names = failed.join(" and ");
  const command = `pulumi-edgecloud list ${listed.map(({ kind }) => kind).join(" ")} --import-file ${file}`;
  return [
    `${file} was not written, because ${names} could not be listed.`,
    ...(existsSync(file) ? ["The file that is there is an older one."] : []),
    ...(listed.length > 0 ? [`To leave ${names} out: \`${command}\`, with the same --stack and --function.`] : []),
  ].join(" ");
}

/** The entries that need no manual edits after the import. */
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
  // An imported snapshot declares no name.
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
    "Equal names: Pulumi may generate a reference to one in place of the other, such as ${web.name}; " +
    "replace the reference with the text, or renaming one later changes the other:\n";
  return lines.length > 0 ? [warning, ...lines].map(toPrintable) : [];
}

function collectImportable(sections: readonly Section[]): Importable[] {
  return sections.flatMap((section) => section.importable);
}

/** What can be imported, in the file or by a command, each under a name that nothing else has. */
function collectNamed(sections: readonly Section[]): (Importable & { resourceName: string })[] {
  const usedNames = new Set<string>();
  const all = collectImportable(sections);
  return all.map((entry) => {
    const resourceName = findFreeName(toResourceName(entry.name), usedNames);
    usedNames.add(resourceName);
    const { leftOut = explainPanic(entry, all) } = entry;
    return { ...entry, resourceName, leftOut };
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
