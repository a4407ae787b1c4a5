import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod";
import {
  ConfigError,
  configKeys,
  configSchema,
  loadConfig,
  toEnvironmentName,
  type Config,
  type ConfigKey,
} from "../../config/config";
import {
  credentialSourceSchema,
  describeCredentialSource,
  readCredential,
  type CredentialSource,
} from "../../config/credential-source";
import { namespace } from "../../config/namespace";
import { findLogins, redact } from "../../api/failures/redaction";
import { toPrintable } from "../../core/engine-text";
import { describeUnknownSettings } from "../../core/unknown-settings";
import { isJsonObject } from "../../values/json";
import { ownType, parseUrnName } from "../../values/urn";
import { CliSettings, lockedAdvice, runPulumi, unreadStackAdvice } from "../settings";
import { report, type Finding, type Level } from "./finding";
import { checkInstalled } from "./installed";
import { probePlatform } from "./platform";

/** All that was found, as `--json` prints it. */
export interface Report {
  /** Whether there is no problem. */
  ok: boolean;
  findings: Finding[];
}

/** Runs the command `doctor`, and returns its exit code. */
export async function runDoctor(args: string[]): Promise<number> {
  const options = { stack: { type: "string" }, help: { type: "boolean" }, json: { type: "boolean" } } as const;
  const { values } = parseArgs({ args, options });
  const folder = process.cwd();
  const result = await runChecks(folder, await CliSettings.read(folder, values.stack));
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : formatReport(result));
  return result.ok ? 0 : 1;
}

/** Looks at everything that an operation of Pulumi in this folder depends on. Changes nothing, and shows no secret. */
export async function runChecks(folder: string, settings: CliSettings): Promise<Report> {
  const { findings, config } = checkConfiguration(settings);
  const exported = await runPulumi(folder, ["stack", "export"], settings.stack);
  // Of a proxy, the host only: its address may hold a login.
  const proxy = config?.proxy && `${new URL(config.proxy.url).host} (environment variable ${config.proxy.variable})`;
  const all = [
    ...(await checkInstalled(folder)),
    ...findings,
    // A stack that cannot be read is a finding of its own.
    ...("output" in exported ? describeCredentials(exported.output) : []),
    ...(config ? [report("ok", "proxy", proxy ?? "none for this base URL")] : []),
    ...checkCertificates(),
    ...(config ? await probePlatform(config) : []),
  ];
  const secrets = [...settings.collectSecrets(), ...findLogins(config?.proxy?.url)];
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
  const formatCount = (level: Level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return `${count} ${level}${count === 1 ? "" : "s"}`;
  };
  return [...lines, "", `${formatCount("problem")}, ${formatCount("warning")}`, ""].join("\n");
}

/** Checks every key, and shows its value and where that comes from; problems are in the words of `loadConfig`. */
function checkConfiguration(settings: CliSettings): { findings: Finding[]; config?: Config } {
  let config: Config | undefined;
  let problems: Finding[] = [];
  try {
    config = loadConfig(settings.get, settings.environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    const locked = settings.lockedKeys.map((key) => `${namespace}:${key}`);
    problems = error.problems
      // A problem without a key is one of the proxy, whose variable it names.
      .map(({ key = "proxy", problem: message, advice = "correct the variable in the environment" }) =>
        report("problem", key, message, `${advice.charAt(0).toUpperCase()}${advice.slice(1)}`),
      )
      .filter(({ check }) => !locked.includes(check));
  }
  const wrong = new Set(problems.map(({ check }) => check));
  const values = configKeys.map((key) => checkValue(key, settings)).filter(({ check }) => !wrong.has(check));
  const unknown = describeUnknownSettings(settings.stackKeys).map(({ key, problem: message }) =>
    report("problem", key, message, `Remove it with \`pulumi config rm ${key}\``),
  );
  const findings = [...checkStack(settings), ...unknown, ...problems, ...values];
  // Plain text that the user has allowed is not a problem, but still worth a warning.
  const allowed = config?.isInPlainText && findings.find(({ check }) => check === `${namespace}:allowHttp`);
  if (allowed) {
    allowed.level = "warning";
    allowed.message += ": the key travels in plain text";
    allowed.advice =
      "Use https if the platform offers it; otherwise make sure that the key crosses only networks that you trust";
  }
  return { findings, config };
}

function checkStack({ stack, stackProblem, hasPlainValues }: CliSettings): Finding[] {
  const check = "stack";
  if (stackProblem === undefined) {
    return [];
  }
  if (hasPlainValues) {
    return [report("note", check, `its secrets could not be read: ${stackProblem}`)];
  }
  const effect = `only environment variables count: ${stackProblem}`;
  return stack === undefined
    ? [report("note", check, effect)]
    : [report("problem", check, `"${stack}" cannot be read, so ${effect}`, unreadStackAdvice)];
}

function checkValue(key: ConfigKey, settings: CliSettings): Finding {
  const check = `${namespace}:${key}`;
  if (settings.lockedKeys.includes(key)) {
    return report("problem", check, "the stack's value could not be decrypted", lockedAdvice);
  }
  const given = settings.describe(key);
  if (given !== undefined) {
    const advice =
      `Encrypt it with \`pulumi config set --secret ${check} <key>\`. ` +
      "Whoever has seen the file has the key, so use a new one";
    return key === "apiKey" && settings.hasPlainKey
      ? report("warning", check, `${given}: in plain text in Pulumi.<stack>.yaml`, advice)
      : report("ok", check, given);
  }
  const fallback = configSchema.shape[key].safeParse(undefined).data;
  if (fallback !== undefined) {
    return report(
      "ok",
      check,
      `${typeof fallback === "object" ? JSON.stringify(fallback) : String(fallback)} (default)`,
    );
  }
  const ways = `\`pulumi config set ${check} <value>\` or the environment variable ${toEnvironmentName(key)}`;
  const message = "not set; snapshots, functions and images then have to name it themselves";
  return report("note", check, message, `To set it for all of them: ${ways}`);
}

/** What `pulumi stack export` prints. */
const stackExport = z.looseObject({
  deployment: z
    .looseObject({
      resources: z
        .array(z.looseObject({ urn: z.string(), type: z.string(), inputs: z.unknown().optional() }))
        .optional(),
    })
    .nullish(),
});

/**
 * Whether this process can read the credentials that the stack has named at its last `pulumi up`: a finding for each
 * source that its exported state names. Exported for tests.
 */
export function describeCredentials(state: string): Finding[] {
  const { deployment } = stackExport.parse(JSON.parse(state));
  const own = (deployment?.resources ?? []).filter(({ type }) => ownType.test(type));
  const uses = new Map<string, { source: CredentialSource; users: Set<string> }>();
  for (const { urn, inputs } of own) {
    for (const [property, source] of findCredentialSources(inputs)) {
      const name = describeCredentialSource(source);
      const { users } = uses.get(name) ?? { users: new Set() };
      uses.set(name, { source, users: users.add(`${property} of ${parseUrnName(urn)}`) });
    }
  }
  return [...uses].map(([name, { source, users }]) => {
    const usage = `(${[...users].join(", ")})`;
    const result = readCredential(source);
    const advice = "Run doctor where `pulumi up` runs, with the same environment and files";
    return "value" in result
      ? report("ok", "credentials", `${name} can be read ${usage}`)
      : report("warning", "credentials", `${name} ${result.problem} ${usage}`, advice);
  });
}

/** The properties that end in `From`, with the source that each has, or with each of a map of sources. */
function findCredentialSources(value: unknown): [property: string, source: CredentialSource][] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([property, child]: [string, unknown]) => {
    if (!property.endsWith("From") || !isJsonObject(child)) {
      return findCredentialSources(child);
    }
    const ofMap = Object.entries(child).map(([key, own]): [string, unknown] => [`${property}.${key}`, own]);
    return [[property, child] as [string, unknown], ...ofMap].flatMap(([path, given]) => {
      const { data: source } = credentialSourceSchema.safeParse(given);
      return source ? [[path, source] as [string, CredentialSource]] : [];
    });
  });
}

/** The certificates that calls trust. */
function checkCertificates(): Finding[] {
  const check = "certificates";
  const { NODE_EXTRA_CA_CERTS: file, NODE_TLS_REJECT_UNAUTHORIZED: rejectUnauthorized } = process.env;
  const findings: Finding[] = [];
  if (rejectUnauthorized === "0") {
    const message = "NODE_TLS_REJECT_UNAUTHORIZED is 0: the key goes to whoever answers";
    const advice = "Remove the variable, and set NODE_EXTRA_CA_CERTS to the path of the CA's certificate";
    findings.push(report("problem", check, message, advice));
  }
  if (!file) {
    return [...findings, report("ok", check, "those bundled with Node.js")];
  }
  let wrong = "which has no certificate in it";
  try {
    if (readFileSync(file, "utf8").includes("-----BEGIN")) {
      return [...findings, report("ok", check, `those bundled with Node.js, and ${file} (NODE_EXTRA_CA_CERTS)`)];
    }
  } catch {
    wrong = "which cannot be read";
  }
  const message = `NODE_EXTRA_CA_CERTS names ${file}, ${wrong}; Node.js continues without it`;
  return [...findings, report("problem", check, message, "Give the full path of a PEM file with the CA's certificate")];
}
