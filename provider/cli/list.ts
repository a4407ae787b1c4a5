import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { connect, type Connection } from "../api/connection";
import { loadConfig, type Config } from "../config/config";
import { callDataSource, DataSourceFailure } from "../core/data-source";
import { toPrintableLine } from "../core/engine-text";
import type { ResourceDefinition } from "../core/handler";
import { listings } from "../data/index";
import type { ListedObject, Listing } from "../data/listing";
import { describeScope } from "../model/scope";
import { resources } from "../resources/index";
import { checkPlugin, readSettings, stackAdvice, warn } from "./project";

interface Section {
  kind: string;
  text: string;
  importable: readonly (Pick<ListedObject, "name" | "nextStep"> & { type: string; id: string })[];
  hasFailed: boolean;
}

/** Returns the exit code: 1 if a list could not be read, otherwise 0. */
export async function runList(args: string[]): Promise<number> {
  const options = { stack: { type: "string" }, "import-file": { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const kinds = Object.keys(listings);
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
  const selectedKinds = positionals.length > 0 ? [...new Set(positionals)] : kinds;
  const sections = await Promise.all(selectedKinds.map((kind) => listKind(kind, config, connection)));
  process.stdout.write(sections.map(({ text }) => text).join("\n"));
  const file = values["import-file"];
  if (file !== undefined) {
    writeImportFile(file, sections);
  }
  return sections.some(({ hasFailed }) => hasFailed) ? 1 : 0;
}

async function listKind(kind: string, config: Config, connection: Connection): Promise<Section> {
  const { projectId, regionId } = config;
  const { title, isAccountWide, list, use, columns, resource } = listings[kind] as Listing;
  // The zeros are never sent: a list that needs the project and the region is skipped if one of the two is not set.
  const scope = { projectId: projectId ?? 0, regionId: regionId ?? 0 };
  if (!isAccountWide && (projectId === undefined || regionId === undefined)) {
    const text = `${title}: not listed\n  edgecloud:projectId or edgecloud:regionId is not set\n`;
    return { kind, text, importable: [], hasFailed: false };
  }
  const place = isAccountWide ? "" : ` of ${describeScope(scope)}`;
  const source = { name: kind, describe: () => `the list of ${kind}${place}`, read: () => list(connection, scope) };
  let objects: readonly ListedObject[];
  try {
    objects = await callDataSource(source, {}, { connect: () => ({ config, connection }), isSecret: false });
  } catch (error) {
    if (!(error instanceof DataSourceFailure)) {
      throw error;
    }
    const text = `${title}: FAILED\n  ${error.message}\n`;
    return { kind, text, importable: [], hasFailed: true };
  }
  const definition = resources[resource as keyof typeof resources] as ResourceDefinition<object, object> | undefined;
  const found = objects.map((object) => ({
    ...object,
    type: `edgecloud:index:${resource}`,
    id: typeof object.id === "string" ? object.id : (definition?.findId(object.id) ?? ""),
  }));
  const table = formatTable([["ID", ...columns], ...found.map(({ id, cells }) => [id, ...cells])]);
  return {
    kind,
    text: found.length === 0 ? `${title}${place}: none\n` : `${title}${place}: ${use}\n${table}`,
    importable: definition ? found : [],
    hasFailed: false,
  };
}

function formatTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(toPrintableLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => `  ${line.trimEnd()}\n`).join("");
}

/** Writes no file if a list of importable objects failed, because the file would lack those objects. */
function writeImportFile(file: string, sections: readonly Section[]): void {
  const failed = sections.filter(({ kind, hasFailed }) => hasFailed && listings[kind]?.resource !== undefined);
  if (failed.length > 0) {
    const names = failed.map(({ kind }) => kind).join(" and ");
    return warn(
      `${file} was not written, because ${names} could not be listed. To leave ${names} out, name the other kinds`,
    );
  }
  const usedNames = new Set<string>();
  const all = sections
    .flatMap(({ importable }) => importable)
    .map(({ type, id, nextStep, ...object }) => {
      // Replace the characters that a shell, a URN or a program would misread.
      const plainName = object.name.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "unnamed";
      let name = plainName;
      for (let number = 2; usedNames.has(name); number++) {
        name = `${plainName}-${number}`;
      }
      usedNames.add(name);
      return { resource: { type, name, id }, nextStep };
    });
  const written = all.filter(({ nextStep }) => nextStep === undefined).map(({ resource }) => resource);
  writeFileSync(file, `${JSON.stringify({ resources: written }, null, 2)}\n`);
  const count = `${written.length} ${written.length === 1 ? "resource" : "resources"}`;
  const commands = all
    .filter(({ nextStep }) => nextStep !== undefined)
    .map(({ resource: { type, name, id }, nextStep }) => `  pulumi import ${type} ${name} ${id}   # ${nextStep}\n`);
  process.stdout.write(`\nWrote ${count} to ${file}. To import them: pulumi import --file ${file}\n`);
  process.stdout.write(commands.length > 0 ? `Not in the file:\n${commands.join("")}` : "");
  const { level, advice } = checkPlugin(process.cwd());
  if (level !== "ok") {
    warn(`\`pulumi import\` needs the plugin, which this project does not have. ${advice}.`);
  }
}
