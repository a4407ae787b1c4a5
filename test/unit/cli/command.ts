import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runChecks } from "../../../provider/cli/doctor/doctor";
import { CliSettings } from "../../../provider/cli/settings";

const command = path.resolve(__dirname, "../../../provider/bin/pulumi-edgecloud.js");

const folders: string[] = [];

afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The result of a run of the command. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A folder with these files, which is removed after the test. */
export function folderWith(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), "edgecloud-cli-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** Runs `pulumi-edgecloud` in isolation: no Pulumi CLI on the PATH, and no variables but these. */
export function run(args: string[], environment: Record<string, string> = {}, cwd = folderWith()): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, ...args],
      { cwd, env: { PATH: "", PULUMI_HOME: cwd, ...environment } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** The findings of `doctor` in isolation, by the name of the check. */
export async function diagnosis(environment: Record<string, string> = {}, cwd = folderWith()) {
  const own = process.env;
  process.env = { PATH: "", PULUMI_HOME: cwd, ...environment };
  try {
    const { ok, findings } = await runChecks(cwd, await CliSettings.read(cwd, undefined));
    const text = JSON.stringify(findings);
    return { ok, text, found: (check: string) => findings.filter((finding) => finding.check === check) };
  } finally {
    process.env = own;
  }
}
