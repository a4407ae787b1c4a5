import { redact } from "../../api/failures/redaction";
import { toPrintable } from "../../core/engine-text";
import type { CliSettings } from "../settings";
import { checkCertificates, checkConfiguration, checkCredentials, checkProxy } from "./configuration";
import type { Finding, Level } from "./finding";
import { checkInstalled } from "./installed";
import { probePlatform } from "./platform";

/** All that was found, as `--json` prints it. */
export interface Report {
  /** Whether there is no problem. */
  ok: boolean;
  findings: Finding[];
}

/** Looks at everything that an operation of Pulumi in this folder depends on. Changes nothing, and shows no secret. */
export async function runChecks(folder: string, settings: CliSettings): Promise<Report> {
  const { findings, config } = checkConfiguration(settings);
  const all = [
    ...(await checkInstalled(folder)),
    ...findings,
    ...(await checkCredentials(folder, settings.stack)),
    ...(config ? [checkProxy(config)] : []),
    ...checkCertificates(),
    ...(config ? await probePlatform(config) : []),
  ];
  const proxyLogin = config?.proxy ? new URL(config.proxy.url).password : "";
  const logins = proxyLogin ? [proxyLogin, decodeURIComponent(proxyLogin)] : [];
  const secrets = [...settings.collectSecrets(), ...logins];
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
export function formatReport({ findings }: Report): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = " ".repeat("problem".length + width + 4);
  const lines = findings.flatMap(({ check, level, message, advice }) => [
    `${level.padEnd("problem".length)}  ${check.padEnd(width)}  ${message.replaceAll("\n", `\n${indent}`)}`,
    ...(advice === undefined ? [] : [`${indent}-> ${advice}`]),
  ]);
  const formatCount = (level: Level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return `${count} ${level}${count === 1 ? "" : "s"}`;
  };
  return [...lines, "", `${formatCount("problem")}, ${formatCount("warning")}`, ""].join("\n");
}
