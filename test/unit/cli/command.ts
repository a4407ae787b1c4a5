import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { main } from "../../../provider/cli/main";
import type { Finding } from "../../../provider/cli/project";

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

/** Runs what `pulumi-edgecloud` runs, in isolation: no Pulumi CLI on the PATH, and no variables but these. */
export async function run(
  args: string[],
  environment: Record<string, string> = {},
  cwd = folderWith(),
): Promise<Ended> {
  const printed = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    jest.spyOn(process[name], "write").mockImplementation((text) => ((printed[name] += String(text)), true)),
  );
  const own = { cwd: process.cwd(), exitCode: process.exitCode };
  process.exitCode = 0;
  process.chdir(cwd);
  try {
    await withEnvironment(environment, cwd, () => main(args));
    return { code: Number(process.exitCode), ...printed };
  } finally {
    process.chdir(own.cwd);
    process.exitCode = own.exitCode;
    spies.forEach((spy) => spy.mockRestore());
  }
}

/** The findings of `doctor --json` in isolation, by the name of the check. */
export async function diagnosis(environment: Record<string, string> = {}, cwd = folderWith(), args: string[] = []) {
  const { code, stdout: text } = await run(["doctor", "--json", ...args], environment, cwd);
  const { ok, findings } = JSON.parse(text) as { ok: boolean; findings: Finding[] };
  expect(code).toBe(ok ? 0 : 1);
  return { ok, text, found: (check: string) => findings.filter((finding) => finding.check === check) };
}

async function withEnvironment<T>(environment: Record<string, string>, home: string, work: () => Promise<T>) {
  const own = process.env;
  process.env = { PATH: "", PULUMI_HOME: home, ...environment };
  try {
    return await work();
  } finally {
    process.env = own;
  }
}
