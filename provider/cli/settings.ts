import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findLogins, redact } from "../api/failures/redaction";
import { toEnvironmentName, findSetting, type ConfigKey } from "../config/config";
import { namespace } from "../config/namespace";
import { mask } from "../values/mask";

/** A value of `pulumi config --json`. */
interface StackValue {
  value?: string;
  secret?: boolean;
}

/** Why the configuration of a stack could not be read. */
interface StackProblem {
  message: string;
  /** Whether it is not simply that no stack is there: then only the environment counts. */
  isFatal: boolean;
}

/** What to do about a stack that cannot be read. */
export const stackAdvice =
  "Select or name a stack that `pulumi stack ls` shows in this folder, log in to its backend, or set " +
  "PULUMI_CONFIG_PASSPHRASE if its secrets are encrypted with a passphrase";

/** The settings with which `pulumi` would run in a folder, and where they come from. */
export class CliSettings {
  private constructor(
    private readonly stackValues: Readonly<Record<string, StackValue>>,
    readonly problem?: StackProblem,
  ) {}

  /** Reads the configuration of the folder's stack, or of another one; that it cannot be read is no error here. */
  static async read(folder: string, stack: string | undefined): Promise<CliSettings> {
    const result = await runPulumi(folder, ["config", "--json", "--show-secrets"], stack);
    if ("output" in result) {
      return new CliSettings(JSON.parse(result.output) as Record<string, StackValue>);
    }
    // A stack that can be read without its secrets is there: no setting of the environment takes the place of its own.
    const isThere = !result.isMissing && "output" in (await runPulumi(folder, ["config", "--json"], stack));
    // The CLI repeats the address of its backend, which may have a login.
    const logins = [process.env.PULUMI_BACKEND_URL, result.problem].flatMap(findLogins);
    const message = result.isMissing ? "there is no `pulumi` on the PATH" : redact(result.problem, logins);
    return new CliSettings({}, { message: message.replace(/\.$/, ""), isFatal: isThere || stack !== undefined });
  }

  /** The stack's value of a key of the form `edgecloud:apiKey`, as `loadConfig` asks for it. */
  readonly get = (key: string): string | undefined => this.stackValues[key]?.value;

  /** What a key has been given: the text, unless that must not be shown, and where it comes from. */
  describe(key: ConfigKey): string | undefined {
    const found = findSetting(key, this.get);
    const isSecret = key === "apiKey" || this.stackValues[`${namespace}:${key}`]?.secret === true;
    const source = found?.isConfigured ? "stack configuration" : `environment variable ${toEnvironmentName(key)}`;
    return found && `${isSecret ? mask : found.text} (${source})`;
  }

  /** Whether the API key is readable in the file of the stack, or of the project. */
  get hasPlainKey(): boolean {
    const found = this.stackValues[`${namespace}:apiKey`];
    return Boolean(found?.value) && found?.secret !== true;
  }

  /** The keys that the stack has in the namespace of this package, without it. */
  get stackKeys(): string[] {
    const keys = Object.keys(this.stackValues).filter((key) => key.startsWith(`${namespace}:`));
    return keys.map((key) => key.slice(namespace.length + 1));
  }

  /** Every value that must not be shown. */
  collectSecrets(): string[] {
    const ofStack = Object.values(this.stackValues).filter(({ secret }) => secret);
    const keys = [process.env[toEnvironmentName("apiKey")], this.get(`${namespace}:apiKey`)];
    return [...keys, ...ofStack.map(({ value }) => value)].filter((value) => value !== undefined);
  }
}

/** What the Pulumi CLI did. */
type PulumiResult = { output: string } | { problem: string; isMissing: boolean };

/** Runs the Pulumi CLI in a folder, without prompting, for the selected stack or another one. */
export async function runPulumi(folder: string, command: readonly string[], stack?: string): Promise<PulumiResult> {
  const ofStack = stack === undefined ? [] : ["--stack", stack];
  const args = [...command, ...ofStack, "--non-interactive", "--color", "never"];
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    const { stdout } = await promisify(execFile)("pulumi", args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
    return { output: stdout.trim() };
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    const [, said = stderr] = stderr.split(/^error: /m);
    return { problem: said.trim().replace(/\s+/g, " "), isMissing: code === "ENOENT" };
  }
}
