import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The types of this package's resources, on both hosts. */
export const ownType = /^(pulumi-nodejs:dynamic\/)?edgecloud:/;

/** What the Pulumi CLI did. */
export type PulumiResult = { output: string } | { problem: string; isMissing: boolean };

/** Runs the Pulumi CLI in a folder, without prompting. */
export async function runPulumi(folder: string, args: readonly string[]): Promise<PulumiResult> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--non-interactive", "--color", "never"], {
      cwd: folder,
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
    return { output: stdout.trim() };
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    return { problem: readProblem(stderr) || "it exited without an error message", isMissing: code === "ENOENT" };
  }
}

/** The first line of what went wrong, with the line after it if it only counts the errors that follow. */
function readProblem(stderr: string): string {
  const [, said = stderr] = stderr.split(/^error: /m);
  const [first = "", next = ""] = said.trim().split("\n");
  return first.endsWith(":") ? `${first} ${next.trim()}` : first;
}
