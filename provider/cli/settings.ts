import { toEnvironmentName, findSetting, type ConfigKey } from "../config/config";
import { namespace } from "../config/namespace";
import { runPulumi } from "./pulumi";

/** A value of `pulumi config --json`. */
interface StackValue {
  /** Undefined if it is secret and could not be decrypted. */
  value?: string;
  secret?: boolean;
}

/** The settings with which `pulumi` would run in a folder, and where they come from. */
export class CliSettings {
  private constructor(
    private readonly stackValues: Readonly<Record<string, StackValue>>,
    /** Why the configuration of a stack, or its secrets, could not be read. */
    readonly stackProblem: string | undefined,
    /** Whether the values that are not secret were read all the same. */
    readonly hasPlainValues: boolean,
  ) {}

  /** Reads the configuration of the folder's stack; without a stack only the environment counts. */
  static async read(folder: string, stack: string | undefined): Promise<CliSettings> {
    const args = ["config", "--json", ...(stack === undefined ? [] : ["--stack", stack])];
    const decrypted = await runPulumi(folder, [...args, "--show-secrets"]);
    if ("output" in decrypted) {
      return new CliSettings(JSON.parse(decrypted.output) as Record<string, StackValue>, undefined, true);
    }
    // Without a passphrase the values that are not secret can still be read.
    const plain = decrypted.isMissing ? decrypted : await runPulumi(folder, args);
    const values = "output" in plain ? (JSON.parse(plain.output) as Record<string, StackValue>) : {};
    const problem = decrypted.isMissing ? "there is no `pulumi` on the PATH" : decrypted.problem;
    return new CliSettings(values, problem, "output" in plain);
  }

  /** The stack's value of a key of the form `edgecloud:apiKey`, as `loadConfig` asks for it. */
  readonly get = (key: string): string | undefined => this.stackValues[key]?.value;

  /** The text that a key has been given. */
  findText(key: ConfigKey): string | undefined {
    return findSetting(key, this.get)?.text;
  }

  /** Where the text of a key comes from; undefined if it has none. */
  describeSource(key: ConfigKey): string | undefined {
    const given = findSetting(key, this.get);
    return given && (given.isConfigured ? "stack configuration" : `environment variable ${toEnvironmentName(key)}`);
  }

  /** Whether a key must not be shown. */
  isSecret(key: ConfigKey): boolean {
    return key === "apiKey" || this.stackValues[`${namespace}:${key}`]?.secret === true;
  }

  /** Whether the stack has a value for the key that could not be decrypted. */
  isLocked(key: ConfigKey): boolean {
    const found = this.stackValues[`${namespace}:${key}`];
    return found !== undefined && found.value === undefined;
  }

  /** Every value that must not be shown. */
  collectSecrets(): string[] {
    const ofStack = Object.values(this.stackValues).filter(({ secret }) => secret);
    // The CLI repeats the address of its backend, which may have a login.
    const ofBackend = [process.env.PULUMI_BACKEND_URL, this.stackProblem].flatMap(findLogins);
    return [process.env[toEnvironmentName("apiKey")], ...ofStack.map(({ value }) => value), ...ofBackend].filter(
      (value) => value !== undefined,
    );
  }
}

/** The logins of the addresses in a text, and their passwords alone, as they are written and as they are sent. */
function findLogins(text = ""): string[] {
  // Up to the last @: a password that is not percent-encoded may have others.
  const logins = Array.from(text.matchAll(/\/\/([^\s"']+)@/g), ([, login = ""]) => login);
  const passwords = logins.map((login) => login.replace(/^[^:]*:?/, ""));
  return [...logins, ...passwords, ...passwords.map(decodeLogin)];
}

function decodeLogin(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
