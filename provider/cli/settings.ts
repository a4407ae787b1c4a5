import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findLogins, redact } from "../api/failures/redaction";

/** The configuration of a stack, as `pulumi config --json` prints it. */
type StackValues = Readonly<Record<string, { value?: string; secret?: boolean }>>;

/** The settings with which `pulumi` would run in a folder. */
export interface CliSettings {
  stackValues: StackValues;
  /** Why there are none of a stack; fatal if that is not simply because there is no stack. */
  problem?: { message: string; isFatal: boolean };
  /** Looks up a key of the form `edgecloud:apiKey`, as `loadConfig` asks for it. */
  get: (key: string) => string | undefined;
}

/** What to do about a stack that cannot be read. */
export const stackAdvice =
  "Select or name a stack that `pulumi stack ls` shows in this folder, log in to its backend, or set " +
  "PULUMI_CONFIG_PASSPHRASE if its secrets are encrypted with a passphrase";

/** Reads the configuration of the folder's stack, or of another one; that it cannot be read is no error here. */
export async function readSettings(folder: string, stack: string | undefined): Promise<CliSettings> {
  const result = await runPulumi(folder, ["config", "--json", "--show-secrets"], stack);
  if ("output" in result) {
    const stackValues = JSON.parse(result.output) as StackValues;
    return { stackValues, get: (key) => stackValues[key]?.value };
  }
  // A stack that can be read without its secrets is there: no setting of the environment takes the place of its own.
  const isThere = "output" in (await runPulumi(folder, ["config", "--json"], stack));
  // The CLI repeats the address of its backend, which may have a login.
  const logins = [process.env.PULUMI_BACKEND_URL, result.problem].flatMap(findLogins);
  const message = redact(result.problem, logins).replace(/\.$/, "");
  const problem = { message, isFatal: isThere || stack !== undefined };
  return { stackValues: {}, problem, get: () => undefined };
}

/** Runs the Pulumi CLI in a folder, without prompting, for the selected stack or another one. */
export async function runPulumi(
  folder: string,
  command: readonly string[],
  stack?: string,
): Promise<{ output: string } | { problem: string }> {
  const ofStack = stack === undefined ? [] : ["--stack", stack];
  const args = [...command, ...ofStack, "--non-interactive", "--color", "never"];
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    const { stdout } = await promisify(execFile)("pulumi", args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
    return { output: stdout.trim() };
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    const [, said = stderr] = stderr.split(/^error: /m);
    return { problem: code === "ENOENT" ? "there is no `pulumi` on the PATH" : said.trim().replace(/\s+/g, " ") };
  }
}

/** Prints a line to the standard error. */
export function warn(text: string): void {
  process.stderr.write(`pulumi-edgecloud: ${text}\n`);
}
