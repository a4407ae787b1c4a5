import { parseArgs } from "node:util";
import { connect } from "../api/connection";
import { describeError } from "../api/failures/errors";
import { loadConfig } from "../config/config";
import { readPackageFile } from "../config/package-file";
import { runDoctor } from "./doctor/doctor";
import { checkPlugin } from "./doctor/installed";
import { writeImportFile } from "./list/import-file";
import { importableKinds, kinds, listAccount, type Section } from "./list/list";
import { readSettings, stackAdvice } from "./settings";
import { writeSummary } from "./summary/markdown";

const help = `Usage: pulumi-edgecloud <command> [options]

  doctor [--stack NAME] [--json]
      checks what an operation of Pulumi in this folder depends on: versions, configuration,
      key, proxy, certificates, plugin; --json prints { ok, findings: [{ check, level, message, advice }] }
  list [KIND ...] [--stack NAME] [--import-file FILE]
      shows what is on the account, with the IDs to import or adopt; --import-file writes what
      \`pulumi import --file FILE\` takes. The kinds: ${kinds.join(" ")}
  summary [FILE] [--title TEXT]
      writes Markdown for a pull request from what \`pulumi preview --json\` printed: a file, or the
      standard input
  --version, --help

doctor and list read the configuration of the selected stack in this folder, or of --stack, and the
environment variables EDGECLOUD_..., as \`pulumi up\` does. Nothing is changed, and no secret is shown.

Exit code: 0 on success; 1 if doctor finds a problem, if a list, a file or the stack of --stack
cannot be read, or on a usage error.
`;

/** The command `pulumi-edgecloud`. Sets the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  const [command = "--help", ...rest] = args;
  try {
    process.exitCode = await run(command, rest);
  } catch (error) {
    warn(describeError(error));
    process.exitCode = 1;
  }
}

function warn(text: string): void {
  process.stderr.write(`pulumi-edgecloud: ${text}\n`);
}

async function run(command: string, args: string[]): Promise<number> {
  if (command === "--help" || command === "help" || args.includes("--help")) {
    process.stdout.write(help);
    return 0;
  }
  switch (command) {
    case "--version":
      process.stdout.write(`${readPackageFile().version}\n`);
      return 0;
    case "doctor":
      return runDoctor(args);
    case "list":
      return runList(args);
    case "summary":
      await writeSummary(args);
      return 0;
  }
  throw new Error(`unknown command "${command}"; see \`pulumi-edgecloud --help\``);
}

async function runList(args: string[]): Promise<number> {
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
  const sections = await listAccount(config, connect(config), positionals.length > 0 ? positionals : kinds);
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
