import { parseArgs } from "node:util";
import { configKeys, ConfigError, configSchema, findSetting, loadConfig, toEnvironmentName } from "../../config/config";
import type { Config, ConfigKey } from "../../config/config";
import { namespace } from "../../config/namespace";
import { findLogins, redact } from "../../api/failures/redaction";
import { toPrintable } from "../../core/engine-text";
import { describeUnknownSettings } from "../../core/unknown-settings";
import { mask } from "../../values/mask";
import { readSettings, stackAdvice, type CliSettings } from "../settings";
import { report, type Finding } from "./finding";
import { checkInstalled } from "./installed";
import { probePlatform } from "./platform";

const apiKey = `${namespace}:apiKey`;

/** All that was found, as `--json` prints it. */
export interface Report {
  /** Whether there is no problem. */
  ok: boolean;
  findings: Finding[];
}

/** Runs the command `doctor`, and returns its exit code. */
export async function runDoctor(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { stack: { type: "string" }, json: { type: "boolean" } } });
  const result = await runChecks(process.cwd(), values.stack);
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : formatReport(result));
  return result.ok ? 0 : 1;
}

/** Looks at everything that an operation of Pulumi in this folder depends on. Changes nothing, and shows no secret. */
async function runChecks(folder: string, stack: string | undefined): Promise<Report> {
  const settings = await readSettings(folder, stack);
  const { findings, config } = checkConfiguration(settings);
  // Of a proxy, the host only: its address may hold a login.
  const proxy = config?.proxy && `${new URL(config.proxy.url).host} (environment variable ${config.proxy.variable})`;
  const all = [
    ...(await checkInstalled(folder)),
    ...findings,
    ...(config ? [report("ok", "proxy", proxy ?? "none for this base URL")] : []),
    ...(config ? await probePlatform(config) : []),
  ];
  const ofStack = Object.entries(settings.stackValues).filter(([key, { secret }]) => secret || key === apiKey);
  const keys = [process.env[toEnvironmentName("apiKey")], ...ofStack.map(([, { value }]) => value)];
  const secrets = [...keys.filter((key) => key !== undefined), ...findLogins(config?.proxy?.url)];
  const hideSecrets = (text: string) => toPrintable(redact(text, secrets));
  return {
    ok: all.every(({ level }) => level !== "problem"),
    findings: all.map(({ message, advice, ...finding }) => ({
      ...finding,
      message: hideSecrets(message),
      advice: advice && hideSecrets(advice),
    })),
  };
}

/** Formats the report as text: a line for each finding, and what to do below it. */
function formatReport({ findings }: Report): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = " ".repeat("problem".length + width + 4);
  const lines = findings.flatMap(({ check, level, message, advice }) => [
    `${level.padEnd("problem".length)}  ${check.padEnd(width)}  ${message.replaceAll("\n", `\n${indent}`)}`,
    ...(advice === undefined ? [] : [`${indent}-> ${advice}`]),
  ]);
  const [problems, warnings] = ["problem", "warning"].map((wanted) => findings.filter(({ level }) => level === wanted));
  return [...lines, "", `problems: ${problems?.length}, warnings: ${warnings?.length}`, ""].join("\n");
}

/** Checks every key, and shows its value and where that comes from; problems are in the words of `loadConfig`. */
function checkConfiguration(settings: CliSettings): { findings: Finding[]; config?: Config } {
  const { problem, stackValues, get } = settings;
  if (problem?.isFatal) {
    return { findings: [report("problem", "stack", `cannot be read: ${problem.message}`, stackAdvice)] };
  }
  const prefix = `${namespace}:`;
  const stackKeys = Object.keys(stackValues).filter((key) => key.startsWith(prefix));
  const general = [
    ...(problem ? [report("note", "stack", `only environment variables count: ${problem.message}`)] : []),
    ...describeUnknownSettings(stackKeys.map((key) => key.slice(prefix.length))).map(({ key, problem: message }) =>
      report("problem", key, message, `Remove it with \`pulumi config rm ${key}\``),
    ),
  ];
  const values = configKeys.map((key) => checkValue(key, settings));
  try {
    return { findings: [...general, ...values], config: loadConfig(get) };
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    // A problem without a key is one of the proxy, whose variable it names.
    const problems = error.problems.map(({ key = "proxy", problem: message, advice = "correct the variable" }) =>
      report("problem", key, message, `${advice.charAt(0).toUpperCase()}${advice.slice(1)}`),
    );
    const others = values.filter(({ check }) => problems.every((wrong) => wrong.check !== check));
    return { findings: [...general, ...problems, ...others] };
  }
}

function checkValue(key: ConfigKey, { stackValues, get }: CliSettings): Finding {
  const check = `${namespace}:${key}`;
  const found = findSetting(key, get);
  if (found) {
    const isSecret = stackValues[check]?.secret === true;
    const source = found.isConfigured ? "stack configuration" : `environment variable ${toEnvironmentName(key)}`;
    const given = `${isSecret || check === apiKey ? mask : found.text} (${source})`;
    const advice =
      `Encrypt it with \`pulumi config set --secret ${check} <key>\`. ` +
      "Whoever has seen the file has the key, so use a new one";
    return check === apiKey && found.isConfigured && !isSecret
      ? report("warning", check, `${given}: in plain text in Pulumi.<stack>.yaml`, advice)
      : report("ok", check, given);
  }
  const fallback = configSchema.shape[key].safeParse(undefined).data;
  if (fallback !== undefined) {
    return report("ok", check, `${JSON.stringify(fallback)} (default)`);
  }
  const ways = `\`pulumi config set ${check} <value>\` or the environment variable ${toEnvironmentName(key)}`;
  const message = "not set; snapshots, functions and images then have to name it themselves";
  return report("note", check, message, `To set it for all of them: ${ways}`);
}
