import { ConfigError, configKeys, configSchema, toEnvironmentName, loadConfig } from "../../config/config";
import type { Config, ConfigKey } from "../../config/config";
import { namespace } from "../../config/namespace";
import { describeUnknownSettings } from "../../core/unknown-settings";
import type { ConfigProblem } from "../../config/problem";
import { mask } from "../../values/mask";
import { lockedAdvice, unreadStackAdvice, type CliSettings } from "../settings";
import type { Finding } from "./finding";

/** The finding for each key, and the configuration if it can be used. */
export interface Configuration {
  findings: Finding[];
  config?: Config;
}

/** Checks every key, and shows its value and where that comes from; problems are in the words of `loadConfig`. */
export function checkConfiguration(settings: CliSettings): Configuration {
  let config: Config | undefined;
  let problems: Finding[] = [];
  try {
    config = loadConfig(settings.get, settings.environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    const locked = settings.lockedKeys.map((key) => `${namespace}:${key}`);
    problems = error.problems.map(toFinding).filter(({ check }) => !locked.includes(check));
  }
  const wrong = new Set(problems.map(({ check }) => check));
  const values = configKeys.map((key) => checkValue(key, settings)).filter(({ check }) => !wrong.has(check));
  const unknown = describeUnknownSettings(settings.stackKeys).map(({ key, problem }): Finding => ({
    check: key,
    level: "problem",
    message: problem,
    advice: `Remove it with \`pulumi config rm ${key}\``,
  }));
  const findings = [...checkStack(settings), ...unknown, ...problems, ...values];
  return { findings: config?.isInPlainText ? findings.map(warnOfPlainText) : findings, config };
}

function checkStack({ stack, stackProblem, hasPlainValues }: CliSettings): Finding[] {
  const check = "stack";
  if (stackProblem === undefined) {
    return [];
  }
  if (hasPlainValues) {
    return [{ check, level: "note", message: `its secrets could not be read: ${stackProblem}` }];
  }
  const effect = `only environment variables count: ${stackProblem}`;
  return stack === undefined
    ? [{ check, level: "note", message: effect }]
    : [
        {
          check,
          level: "problem",
          message: `"${stack}" cannot be read, so ${effect}`,
          advice: unreadStackAdvice,
        },
      ];
}

/** A problem without a key is one of the proxy, whose variable it names. */
function toFinding({
  key = "proxy",
  problem,
  advice = "correct the variable in the environment",
}: ConfigProblem): Finding {
  return {
    check: key,
    level: "problem",
    message: problem,
    advice: `${advice.charAt(0).toUpperCase()}${advice.slice(1)}`,
  };
}

/** Plain text that the user has allowed is not a problem, but still worth a warning. */
function warnOfPlainText(finding: Finding): Finding {
  const key: ConfigKey = "allowHttp";
  return finding.check === `${namespace}:${key}`
    ? {
        ...finding,
        level: "warning",
        message: `${finding.message}: the key travels in plain text`,
        advice:
          "Use https if the platform offers it; otherwise make sure that the key crosses only networks that you trust",
      }
    : finding;
}

function checkValue(key: ConfigKey, settings: CliSettings): Finding {
  const check = `${namespace}:${key}`;
  if (settings.lockedKeys.includes(key)) {
    return { check, level: "problem", message: "the stack's value could not be decrypted", advice: lockedAdvice };
  }
  const source = settings.describeSource(key);
  if (source !== undefined) {
    const text = settings.isSecret(key) ? mask : String(settings.findText(key));
    const message = `${text} (${source})`;
    return key === "apiKey" && settings.hasPlainKey
      ? {
          check,
          level: "warning",
          message: `${message}: in plain text in Pulumi.<stack>.yaml`,
          advice: `Encrypt it with \`pulumi config set --secret ${check} <key>\`. Whoever has seen the file has the key, so use a new one`,
        }
      : { check, level: "ok", message };
  }
  const fallback = configSchema.shape[key].safeParse(undefined).data;
  if (fallback !== undefined) {
    const text = typeof fallback === "object" ? JSON.stringify(fallback) : String(fallback);
    return { check, level: "ok", message: `${text} (default)` };
  }
  const command = `pulumi config set ${check} <value>`;
  return {
    check,
    level: "note",
    message: "not set; snapshots, functions and images then have to name it themselves",
    advice: `To set it for all of them: \`${command}\` or the environment variable ${toEnvironmentName(key)}`,
  };
}
