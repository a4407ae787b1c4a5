import { existsSync, writeFileSync } from "node:fs";
import { toPrintable } from "../../core/engine-text";
import { importableKinds, type Importable, type Section } from "./list";

/** Why the file is not written; undefined if nothing that it should have is missing. */
export function explainUnwritten(file: string, sections: readonly Section[]): string | undefined {
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
    ...(listed.length > 0 ? [`To leave ${names} out: \`${command}\`, with the same --stack.`] : []),
  ].join(" ");
}

/**
 * Writes what `pulumi import --file` takes: what needs no manual edits after the import. Returns what to do with the
 * file, and with what is not in it.
 */
export function writeImportFile(file: string, sections: readonly Section[]): string {
  const all = sections.flatMap(({ importable = [] }) => importable);
  const named = nameAll(all);
  const resources = named
    .filter(({ leftOut }) => leftOut === undefined)
    .map(({ type, resourceName, id }) => ({ type, name: resourceName, id }));
  try {
    writeFileSync(file, `${JSON.stringify({ resources }, null, 2)}\n`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "its folder does not exist" : code === "EISDIR" ? "it is a directory" : code;
    throw new Error(`${file} cannot be written: ${reason}`, { cause: error });
  }
  const commands = named
    .filter(({ leftOut }) => leftOut !== undefined)
    .map(({ type, resourceName, id, leftOut }) => `  pulumi import ${type} ${resourceName} ${id}   # ${leftOut}\n`);
  const count = `${resources.length} ${resources.length === 1 ? "resource" : "resources"}`;
  return [
    `Wrote ${count} to ${file}. To import them: pulumi import --file ${file}\n`,
    ...(commands.length > 0 ? ["Not in the file:\n", ...commands] : []),
    ...warnOfEqualNames(all),
  ].join("");
}

/**
 * Pulumi's code generator writes equal texts as a reference: a function in the namespace `web`, beside a group `web`,
 * is written with `namespace: ${web.name}`. A later rename of the group would then replace the function.
 */
function warnOfEqualNames(all: readonly Importable[]): string[] {
  // An imported snapshot declares no name.
  const named = all.filter(({ type }) => type !== "edgecloud:index:SnapshotAttributes");
  const uses = named.flatMap(({ id, name, namespace }) => [
    { text: name, use: id, object: id },
    ...(namespace === undefined
      ? []
      : [{ text: namespace, use: `the namespace of ${id}`, object: id.replace(/\/[^/]+$/, "") }]),
  ]);
  const texts = [...new Set(uses.map(({ text }) => text))];
  const lines = texts
    .map((text) => ({ text, found: uses.filter((each) => each.text === text) }))
    // The reference of a function to its own namespace is right.
    .filter(
      ({ found }) =>
        found.some(({ use, object }) => use === object) && new Set(found.map(({ object }) => object)).size > 1,
    )
    .map(({ text, found }) => `  ${JSON.stringify(text)}: ${found.map(({ use }) => use).join(", ")}\n`);
  const warning =
    "Equal names: Pulumi may generate a reference to one in place of the other, such as ${web.name}; " +
    "replace the reference with the text, or renaming one later changes the other:\n";
  return lines.length > 0 ? [warning, ...lines].map(toPrintable) : [];
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
