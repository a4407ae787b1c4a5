import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findLogins, redact } from "../api/failures/redaction";
import { configKeys, toEnvironmentName, findSetting, type ConfigKey } from "../config/config";
import { namespace } from "../config/namespace";
import { mask } from "../values/mask";

/** A value of `pulumi config --json`. */
interface StackValue {
  /** Undefined if it is secret and could not be decrypted. */
  value?: string;
  secret?: boolean;
}

/** What to do about a stack that the user names and that cannot be read. */
export const unreadStackAdvice = "Give a name that `pulumi stack ls` shows in this folder, or log in to its backend";

/** What to do about values of the stack that cannot be decrypted. */
export const lockedAdvice =
  "Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE, or log in to the backend of the stack";

/** The settings with which `pulumi` would run in a folder, and where they come from. */
export class CliSettings {
  private constructor(
    private readonly stackValues: Readonly<Record<string, StackValue>>,
    /** The stack that the user has named; undefined for the selected one. */
    readonly stack: string | undefined,
    /** Why the configuration of a stack, or its secrets, could not be read. */
    readonly stackProblem: string | undefined,
    /** Whether the values that are not secret were read all the same. */
    readonly hasPlainValues: boolean,
  ) {}

  /**
   * Reads the configuration of the folder's stack; without a stack only the environment counts. A stack that cannot be
   * read is no error here: `doctor` reports what it can.
   */
  static async read(folder: string, stack: string | undefined): Promise<CliSettings> {
    const decrypted = await runPulumi(folder, ["config", "--json", "--show-secrets"], stack);
    if ("output" in decrypted) {
      return new CliSettings(JSON.parse(decrypted.output) as Record<string, StackValue>, stack, undefined, true);
    }
    // Without a passphrase the values that are not secret can still be read.
    const plain = decrypted.isMissing ? decrypted : await runPulumi(folder, ["config", "--json"], stack);
    const values = "output" in plain ? (JSON.parse(plain.output) as Record<string, StackValue>) : {};
    // The CLI repeats the address of its backend, which may have a login.
    const problem = redact(decrypted.problem, [process.env.PULUMI_BACKEND_URL, decrypted.problem].flatMap(findLogins));
    const said = decrypted.isMissing ? "there is no `pulumi` on the PATH" : problem.replace(/\.$/, "");
    return new CliSettings(values, stack, said, "output" in plain);
  }

  /** The stack's value of a key of the form `edgecloud:apiKey`, as `loadConfig` asks for it. */
  readonly get = (key: string): string | undefined => this.stackValues[key]?.value;

  /** What a key has been given: the text, unless that must not be shown, and where it comes from. */
  describe(key: ConfigKey): string | undefined {
    const found = findSetting(key, this.get, this.environment);
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

  /** The keys for which the stack has a value that could not be decrypted. */
  get lockedKeys(): ConfigKey[] {
    return configKeys.filter((key) => {
      const found = this.stackValues[`${namespace}:${key}`];
      return found !== undefined && found.value === undefined;
    });
  }

  /** The variables that count: the stack's address must not get another key than the stack's, for instance. */
  get environment(): NodeJS.ProcessEnv {
    const locked = this.lockedKeys.map(toEnvironmentName);
    return Object.fromEntries(Object.entries(process.env).filter(([name]) => !locked.includes(name)));
  }

  /** Throws if these are not the settings that the user means. */
  assertReadable(): void {
    if (this.stack !== undefined && !this.hasPlainValues) {
      throw new Error(`the stack "${this.stack}" cannot be read: ${this.stackProblem}. ${unreadStackAdvice}`);
    }
    const locked = this.lockedKeys.map((key) => `${namespace}:${key}`).join(" and ");
    if (locked !== "") {
      throw new Error(`the stack's ${locked} could not be decrypted: ${this.stackProblem}. ${lockedAdvice}`);
    }
  }

  /** Every value that must not be shown. */
  collectSecrets(): string[] {
    const ofStack = Object.values(this.stackValues).filter(({ secret }) => secret);
    const ofBackend = findLogins(process.env.PULUMI_BACKEND_URL);
    const keys = [process.env[toEnvironmentName("apiKey")], this.get(`${namespace}:apiKey`)];
    return [...keys, ...ofStack.map(({ value }) => value), ...ofBackend].filter((value) => value !== undefined);
  }
}

/** What the Pulumi CLI did. */
type PulumiResult = { output: string } | { problem: string; isMissing: boolean };

/** Runs the Pulumi CLI in a folder, without prompting, for the selected stack or another one. */
export async function runPulumi(folder: string, command: readonly string[], stack?: string): Promise<PulumiResult> {
  const args = [
    ...command,
    ...(stack === undefined ? [] : ["--stack", stack]),
    "--non-interactive",
    "--color",
    "never",
  ];
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    const { stdout } = await promisify(execFile)("pulumi", args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
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
