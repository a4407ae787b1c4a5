import { execFile } from "node:child_process";
import path from "node:path";
import { promisify, stripVTControlCharacters as plain } from "node:util";
import { engine } from "./engine";

/** The command-line tool. */
export const pulumiFile = path.join(engine.root, "bin", "pulumi");

/** Runs `pulumi` as a user does, in that folder, and returns all that it prints. */
export async function pulumi(cwd: string, env: NodeJS.ProcessEnv, args: string[]): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  // The host of YAML programs always writes in colours.
  return promisify(execFile)(pulumiFile, [...args, "--non-interactive", "--color", "never"], options).then(
    ({ stdout, stderr }) => plain(stdout + stderr),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`pulumi ${args.join(" ")} failed:\n${plain(stdout + stderr)}`);
    },
  );
}
