import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { satisfies } from "semver";
import * as z from "zod";
import { definePage } from "../api/calls/pages";
import { formatPath } from "../api/calls/path";
import { connect } from "../api/connection";
import { AuthenticationError, PermissionError, UnexpectedAnswerError, type ApiError } from "../api/failures/errors";
import { findLogins, redact } from "../api/failures/redaction";
import { Client, type ApiRequest } from "../api/transport/client";
import { withDeadline } from "../api/transport/deadline";
import { configKeys, ConfigError, findSetting, loadConfig, toEnvironmentName } from "../config/config";
import type { Config, ConfigKey } from "../config/config";
import { namespace } from "../config/namespace";
import { readPackageFile } from "../config/package-file";
import { toPrintable } from "../core/engine-text";
import { describeUnknownSettings } from "../core/unknown-settings";
import { findForeignWords } from "../model/origin-group-fields";
import { mask } from "../values/mask";
import { checkPlugin, readSettings, runPulumi, stackAdvice, type Finding, type ProjectSettings } from "./project";

const apiKey = `${namespace}:apiKey`;

const sdk = "@pulumi/pulumi";

/** The oldest CLI that has what the package needs; see tools/engine/versions.ts. */
const minCliVersion = "3.254.0";

/** Bounds each call, so that the command ends soon whatever is wrong. */
const timeoutSeconds = 10;

const addressAdvice = "Check edgecloud:baseUrl and any proxy, network or load balancer in between";

/**
 * Runs the command `doctor`, and returns its exit code. It looks at everything that an operation of Pulumi in this folder
 * depends on, changes nothing, and shows no secret.
 */
export async function runDoctor(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { stack: { type: "string" }, json: { type: "boolean" } } });
  const folder = process.cwd();
  const settings = await readSettings(folder, values.stack);
  const { findings: ofConfiguration, config } = checkConfiguration(settings);
  const all = [...(await checkInstalled(folder)), ...ofConfiguration, ...(config ? await checkPlatform(config) : [])];
  const ofStack = Object.entries(settings.stackValues).filter(([key, { secret }]) => secret || key === apiKey);
  const keys = [process.env[toEnvironmentName("apiKey")], ...ofStack.map(([, { value }]) => value)];
  const secrets = [...keys.filter((key) => key !== undefined), ...findLogins(config?.proxy?.url)];
  const hideSecrets = (text: string) => toPrintable(redact(text, secrets));
  const findings = all.map(({ message, advice, ...finding }) => ({
    ...finding,
    message: hideSecrets(message),
    advice: advice && hideSecrets(advice),
  }));
  const ok = findings.every(({ level }) => level !== "problem");
  process.stdout.write(values.json ? `${JSON.stringify({ ok, findings }, null, 2)}\n` : formatFindings(findings));
  return ok ? 0 : 1;
}

function formatFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = " ".repeat("problem".length + width + 4);
  const lines = findings.flatMap(({ check, level, message, advice }) => [
    `${level.padEnd("problem".length)}  ${check.padEnd(width)}  ${message.replaceAll("\n", `\n${indent}`)}`,
    ...(advice === undefined ? [] : [`${indent}-> ${advice}`]),
  ]);
  const [problems, warnings] = ["problem", "warning"].map((wanted) => findings.filter(({ level }) => level === wanted));
  return [...lines, "", `problems: ${problems?.length}, warnings: ${warnings?.length}`, ""].join("\n");
}

function report(level: Finding["level"], check: string, message: string, advice?: string): Finding {
  return { check, level, message, advice };
}

async function checkInstalled(folder: string): Promise<Finding[]> {
  const { version, engines, peerDependencies } = readPackageFile();
  const cli = await runPulumi(folder, ["version"]);
  let sdkFinding = report("note", sdk, "not installed here; only programs for Node.js need it");
  try {
    const found = createRequire(path.join(folder, "index.js"))(`${sdk}/package.json`) as { version: string };
    sdkFinding = checkVersion(sdk, found.version, peerDependencies[sdk]);
  } catch {
    // It is not installed.
  }
  return [
    report("ok", "pulumi-edgecloud", version),
    checkVersion("Node.js", process.versions.node, engines.node),
    sdkFinding,
    "problem" in cli
      ? report("problem", "Pulumi CLI", cli.problem, `Install the Pulumi CLI ${minCliVersion} or newer`)
      : checkVersion("Pulumi CLI", cli.output.replace(/^v/, ""), `>=${minCliVersion}`),
    checkPlugin(folder),
  ];
}

function checkVersion(check: string, version: string, range: string): Finding {
  return satisfies(version, range, { includePrerelease: true })
    ? report("ok", check, version)
    : report("problem", check, `${version} is not supported`, `Install a version that matches ${range}`);
}

/** Checks every key, and shows its value and where that comes from; problems are in the words of `loadConfig`. */
function checkConfiguration(settings: ProjectSettings): { findings: Finding[]; config?: Config } {
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

function checkValue(key: ConfigKey, { stackValues, get }: ProjectSettings): Finding {
  const check = `${namespace}:${key}`;
  const { text, isConfigured, fallback } = findSetting(key, get);
  if (text !== undefined) {
    const isSecret = stackValues[check]?.secret === true;
    const source = isConfigured ? "stack configuration" : `environment variable ${toEnvironmentName(key)}`;
    const given = `${isSecret || check === apiKey ? mask : text} (${source})`;
    const advice =
      `Encrypt it with \`pulumi config set --secret ${check} <key>\`. ` +
      "Whoever has seen the file has the key, so use a new one";
    return check === apiKey && isConfigured && !isSecret
      ? report("warning", check, `${given}: in plain text in Pulumi.<stack>.yaml`, advice)
      : report("ok", check, given);
  }
  if (fallback !== undefined) {
    return report("ok", check, `${JSON.stringify(fallback)} (default)`);
  }
  const ways = `\`pulumi config set ${check} <value>\` or the environment variable ${toEnvironmentName(key)}`;
  const message = "not set; snapshots, functions and images then have to name it themselves";
  return report("note", check, message, `To set it for all of them: ${ways}`);
}

const anyList = z.array(z.unknown());

const anyGraphqlAnswer = z
  .looseObject({})
  .refine((body) => "data" in body || "errors" in body, { error: "neither data nor errors" });

interface Probe extends ApiRequest<unknown> {
  check: string;
}

/** The proxy, whether the key is refused, and what each product answers. */
async function checkPlatform(config: Config): Promise<Finding[]> {
  // Of a proxy, the host only: its address may hold a login.
  const proxy = config.proxy && `${new URL(config.proxy.url).host} (environment variable ${config.proxy.variable})`;
  const ofProxy = report("ok", "proxy", proxy ?? "none for this base URL");
  const client = new Client({ ...config, maxRetries: 0 });
  const ask = (probe: Probe): Promise<ApiError | undefined> =>
    withDeadline(timeoutSeconds, () => client.request(probe), "a check may take")
      .then(() => undefined)
      .catch((error: ApiError) => error);
  const [groups, ...others] = createProbes(config);
  const failure = await ask(groups);
  if (failure && failure.status === undefined && !(failure instanceof UnexpectedAnswerError)) {
    return [ofProxy, report("problem", "platform", failure.message, addressAdvice)];
  }
  if (failure instanceof AuthenticationError) {
    const advice =
      "Create a new key on the platform, and set it where the old one comes from: `pulumi config set --secret " +
      "edgecloud:apiKey <key>` or EDGECLOUD_API_KEY";
    return [ofProxy, report("problem", "key", failure.message, advice)];
  }
  const failures = [failure, ...(await Promise.all(others.map(ask)))];
  const permissionAdvice = "Ask for the permission, or for the feature in the plan, if you use this";
  const ofProducts = [groups, ...others].map(({ check }, index) => {
    const error = failures[index];
    if (error === undefined) {
      return report("ok", check, "answered");
    }
    return error instanceof PermissionError
      ? report("warning", check, error.message, permissionAdvice)
      : report("problem", check, error.message, addressAdvice);
  });
  return [ofProxy, ...ofProducts, ...(failure ? [] : await checkDialect(config))];
}

/** A call of each product; that of the CDN needs no project, and comes first. */
function createProbes({ projectId, regionId }: Config): [Probe, ...Probe[]] {
  const list = { method: "GET", query: { limit: 1 }, answer: definePage(anyList) } as const;
  const ofProject =
    projectId === undefined || regionId === undefined
      ? []
      : [
          { check: "images", path: formatPath`/cloud/v1/images/${projectId}/${regionId}`, ...list },
          { check: "snapshots", path: formatPath`/cloud/v1/snapshots/${projectId}/${regionId}`, ...list },
          { check: "functions", path: formatPath`/cloud/v1/faas/namespaces/${projectId}/${regionId}`, ...list },
        ];
  const now = Date.now();
  const query = { from: new Date(now - 24 * 3600 * 1000).toISOString(), to: new Date(now).toISOString() };
  const statistics = { method: "GET", path: "/streaming/statistics/vod/transcoding_duration", query } as const;
  const analytics = { method: "POST", reads: true, path: "/cdn/advanced/v2/query" } as const;
  return [
    { check: "origin groups", path: "/cdn/origin_groups", ...list },
    ...ofProject,
    { check: "statistics", ...statistics, answer: anyList },
    { check: "analytics", ...analytics, body: { query: "{ __typename }" }, answer: anyGraphqlAnswer },
  ];
}

async function checkDialect(config: Config): Promise<Finding[]> {
  const { originGroups, dialect } = connect({ ...config, maxRetries: 0 });
  const groups = await originGroups.list({}).catch(() => []);
  const words = findForeignWords(groups, dialect);
  if (words === undefined) {
    return [];
  }
  const message = `the origin groups of this platform have ${words.named.join(", and ")}`;
  return [report("problem", "dialect", message, `If so, set its words: ${words.command}`)];
}
