import { ConfigError, configKeys, configSchema, toEnvironmentName, loadConfig } from "../../config/config";
import type { Config, ConfigKey } from "../../config/config";
import { namespace } from "../../config/namespace";
import type { ConfigProblem } from "../../config/problem";
import { mask } from "../../values/mask";
import type { CliSettings } from "../settings";
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
    config = loadConfig(settings.get);
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    problems = error.problems.map(toFinding);
  }
  const wrong = new Set(problems.map(({ check }) => check));
  const values = configKeys.map((key) => checkValue(key, settings)).filter(({ check }) => !wrong.has(check));
  const findings = [...checkStack(settings), ...problems, ...values];
  return { findings: config?.isInPlainText ? findings.map(warnOfPlainText) : findings, config };
}

function checkStack({ stackProblem, hasPlainValues }: CliSettings): Finding[] {
  if (stackProblem === undefined) {
    return [];
  }
  const effect = hasPlainValues ? "its secrets could not be read" : "only environment variables count";
  return [{ check: "stack", level: "note", message: `${effect}: ${stackProblem}` }];
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
        advice: "Have the platform answer over https, or let the key reach only networks that you trust",
      }
    : finding;
}

function checkValue(key: ConfigKey, settings: CliSettings): Finding {
  const check = `${namespace}:${key}`;
  const source = settings.describeSource(key);
  if (settings.isLocked(key)) {
    const used = source === undefined ? "" : `; the ${source} is used instead`;
    return {
      check,
      level: "warning",
      message: `the stack's value could not be decrypted${used}`,
      advice: "Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE, or log in to the backend of the stack",
    };
  }
  if (source !== undefined) {
    const text = settings.isSecret(key) ? mask : String(settings.findText(key));
    return { check, level: "ok", message: `${text} (${source})` };
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
