import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { connect, type Connection } from "../api/connection";
import { loadConfig, type Config } from "../config/config";
import { DataSourceFailure, explainFailure } from "../core/data-source";
import { toPrintableLine } from "../core/engine-text";
import type { ResourceDefinition } from "../core/handler";
import { listings } from "../data/index";
import type { ListedObject, Listing } from "../data/listing";
import { describeScope } from "../model/scope";
import { resources } from "../resources/index";
import { checkPlugin } from "./doctor/installed";
import { readSettings, stackAdvice, warn } from "./settings";

/** An object that `pulumi import` can import. */
interface Importable extends Omit<ListedObject, "cells"> {
  type: string;
  id: string;
}

/** The objects of one kind in the account. */
interface Section {
  kind: string;
  /** A heading and a table, or why there is none. */
  text: string;
  importable: readonly Importable[];
  hasFailed: boolean;
}

/** What can be listed. */
export const kinds = Object.keys(listings);

/** What can be imported. */
const importableKinds = kinds.filter((kind) => listings[kind]?.resource !== undefined);

/** Runs the command `list`, and returns its exit code. */
export async function runList(args: string[]): Promise<number> {
  const options = { stack: { type: "string" }, "import-file": { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const unknownKind = positionals.find((name) => !kinds.includes(name));
  if (unknownKind !== undefined) {
    throw new Error(`unknown kind "${unknownKind}"; use ${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`);
  }
  const { get, problem } = await readSettings(process.cwd(), values.stack);
  if (problem?.isFatal) {
    throw new Error(`the stack cannot be read: ${problem.message}. ${stackAdvice}`);
  }
  if (problem) {
    warn(`no stack was read, so only environment variables count: ${problem.message}`);
  }
  const config = loadConfig(get);
  const connection = connect(config);
  const selectedKinds = positionals.length > 0 ? positionals : kinds;
  const sections = await Promise.all(selectedKinds.map((kind) => listKind(kind, config, connection)));
  process.stdout.write(sections.map(({ text }) => text).join("\n"));
  const file = values["import-file"];
  if (file !== undefined) {
    reportImportFile(file, sections);
  }
  return sections.some(({ hasFailed }) => hasFailed) ? 1 : 0;
}

/** Writes no file that would lack what the user has asked for. */
function reportImportFile(file: string, sections: readonly Section[]): void {
  const failed = sections.filter(({ kind, hasFailed }) => hasFailed && importableKinds.includes(kind));
  if (failed.length > 0) {
    const names = failed.map(({ kind }) => kind).join(" and ");
    return warn(
      `${file} was not written, because ${names} could not be listed. To leave ${names} out, name the other kinds`,
    );
  }
  process.stdout.write(`\n${writeImportFile(file, sections)}`);
  const { level, advice } = checkPlugin(process.cwd());
  if (level !== "ok") {
    warn(`\`pulumi import\` needs the plugin, which this project does not have. ${advice}.`);
  }
}

/** Lists the objects of a kind; a list that cannot be read becomes a section that says why. */
async function listKind(kind: string, config: Config, connection: Connection): Promise<Section> {
  const { projectId, regionId, apiKey } = config;
  const { title, isOfAccount, list, use, columns, resource } = listings[kind] as Listing;
  const scope = { projectId: projectId ?? 0, regionId: regionId ?? 0 };
  if (!isOfAccount && (projectId === undefined || regionId === undefined)) {
    const text = `${title}: not listed\n  edgecloud:projectId or edgecloud:regionId is not set\n`;
    return { kind, text, importable: [], hasFailed: false };
  }
  const place = isOfAccount ? "" : ` of ${describeScope(scope)}`;
  const call = { name: kind, subject: `the list of ${kind}${place}`, secrets: [apiKey] };
  let objects: readonly ListedObject[];
  try {
    objects = await list(connection, scope);
  } catch (error) {
    const failure = explainFailure(error, call);
    if (!(failure instanceof DataSourceFailure)) {
      throw failure;
    }
    const text = `${title}: FAILED\n  ${failure.message}\n`;
    return { kind, text, importable: [], hasFailed: true };
  }
  const definition = resources[resource as keyof typeof resources] as ResourceDefinition<object, object> | undefined;
  const found = objects.map(({ id, cells, ...object }) => {
    const shown = typeof id === "string" ? id : (definition?.findId(id) ?? "");
    return { row: [shown, ...cells], importable: { ...object, type: `edgecloud:index:${resource}`, id: shown } };
  });
  const table = formatTable([["ID", ...columns], ...found.map(({ row }) => row)]);
  return {
    kind,
    text: found.length === 0 ? `${title}${place}: none\n` : `${title}${place}: ${use}\n${table}`,
    importable: definition ? found.map(({ importable }) => importable) : [],
    hasFailed: false,
  };
}

function formatTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(toPrintableLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const formatRow = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => `  ${formatRow(row).trimEnd()}\n`).join("");
}

/**
 * Writes what `pulumi import --file` takes: what needs no manual edits after the import. Returns what to do with the
 * file, and with what is not in it.
 */
function writeImportFile(file: string, sections: readonly Section[]): string {
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
