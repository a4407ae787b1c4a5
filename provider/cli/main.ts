import { describeError } from "../api/failures/errors";
import { readPackageFile } from "../config/package-file";
import { listings } from "../data/index";
import { runDoctor } from "./doctor";
import { runList } from "./list";
import { warn } from "./project";
import { writeSummary } from "./summary";

const help = `Usage: pulumi-edgecloud <command> [options]

  doctor [--stack NAME] [--json]
      checks what an operation of Pulumi in this folder depends on: versions, configuration,
      key, proxy, plugin; --json prints { ok, findings: [{ check, level, message, advice }] }
  list [KIND ...] [--stack NAME] [--import-file FILE]
      shows what is on the account, with the IDs to import or adopt; --import-file writes what
      \`pulumi import --file FILE\` takes. The kinds: ${Object.keys(listings).join(" ")}
  summary [FILE] [--title TEXT]
      writes Markdown for a pull request from what \`pulumi preview --json\` printed: a file, or the
      standard input
  --version, --help

doctor and list read the configuration of the selected stack in this folder, or of --stack, and the
environment variables EDGECLOUD_..., as \`pulumi up\` does. Nothing is changed, and no secret is shown.

Exit code: 0 on success; 1 on any error, if doctor finds a problem, or if a list cannot be read.
`;

/** Never throws: an error is printed, and the exit code of the process is then 1. */
export async function main([command = "--help", ...args]: readonly string[]): Promise<void> {
  try {
    switch (args.includes("--help") ? "--help" : command) {
      case "--help":
      case "help":
        process.stdout.write(help);
        break;
      case "--version":
        process.stdout.write(`${readPackageFile().version}\n`);
        break;
      case "doctor":
        process.exitCode = await runDoctor(args);
        break;
      case "list":
        process.exitCode = await runList(args);
        break;
      case "summary":
        await writeSummary(args);
        break;
      default:
        throw new Error(`unknown command "${command}"; see \`pulumi-edgecloud --help\``);
    }
  } catch (error) {
    warn(describeError(error));
    process.exitCode = 1;
  }
}
