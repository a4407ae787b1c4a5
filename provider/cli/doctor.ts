import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { satisfies } from "semver";
import * as z from "zod";
import { definePage } from "../api/calls/pages";
import { formatPath } from "../api/calls/path";
import { connect } from "../api/connection";
import {
  AuthenticationError,
  PermissionError,
  TimeoutError,
  UnexpectedAnswerError,
  type ApiError,
} from "../api/failures/errors";
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

const apiKeyName = `${namespace}:apiKey`;

const sdk = "@pulumi/pulumi";

/** See `MINIMUM` in tools/engine/versions.ts for the reason. */
const minCliVersion = "3.254.0";

/** Limits each probe and the list of groups, so that the command ends soon even if a product does not answer. */
const timeoutSeconds = 10;

const addressAdvice = "Check edgecloud:baseUrl and any proxy, network or load balancer in between";

const scopeAdvice = "Check edgecloud:projectId and edgecloud:regionId, and whether the platform has this product";

const laterAdvice = "Try again later; if the problem stays, ask the platform's support";

/** Does not check the settings of explicit providers. Returns the exit code: 1 if there is a problem, otherwise 0. */
export async function runDoctor(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { stack: { type: "string" }, json: { type: "boolean" } } });
  const folder = process.cwd();
  const settings = await readSettings(folder, values.stack);
  const { findings: configFindings, config } = checkConfiguration(settings);
  const all = [...(await checkInstalled(folder)), ...configFindings, ...(config ? await checkPlatform(config) : [])];
  const stackSecrets = Object.entries(settings.stackValues).filter(([key, { secret }]) => secret || key === apiKeyName);
  const secretValues = [process.env[toEnvironmentName("apiKey")], ...stackSecrets.map(([, { value }]) => value)];
  const secrets = [...secretValues.filter((value) => value !== undefined), ...findLogins(config?.proxy?.url)];
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

function createFinding(level: Finding["level"], check: string, message: string, advice?: string): Finding {
  return { check, level, message, advice };
}

async function checkInstalled(folder: string): Promise<Finding[]> {
  const { version, engines, peerDependencies } = readPackageFile();
  const cli = await runPulumi(folder, ["version"]);
  let sdkFinding = createFinding("note", sdk, "not installed here; only programs for Node.js need it");
  try {
    const found = createRequire(path.join(folder, "index.js"))(`${sdk}/package.json`) as { version: string };
    sdkFinding = checkVersion(sdk, found.version, peerDependencies[sdk]);
  } catch {
    // The SDK cannot be loaded from this folder, so the note above stays.
  }
  return [
    createFinding("ok", "pulumi-edgecloud", version),
    checkVersion("Node.js", process.versions.node, engines.node),
    sdkFinding,
    "problem" in cli
      ? createFinding("problem", "Pulumi CLI", cli.problem, `Install the Pulumi CLI ${minCliVersion} or newer`)
      : checkVersion("Pulumi CLI", cli.output.replace(/^v/, ""), `>=${minCliVersion}`),
    checkPlugin(folder),
  ];
}

function checkVersion(check: string, version: string, range: string): Finding {
  return satisfies(version, range, { includePrerelease: true })
    ? createFinding("ok", check, version)
    : createFinding("problem", check, `${version} is not supported`, `Install a version that matches ${range}`);
}

function checkConfiguration(settings: ProjectSettings): { findings: Finding[]; config?: Config } {
  const { problem, stackValues, get } = settings;
  if (problem?.isFatal) {
    return { findings: [createFinding("problem", "stack", `cannot be read: ${problem.message}`, stackAdvice)] };
  }
  const prefix = `${namespace}:`;
  const stackKeys = Object.keys(stackValues).filter((key) => key.startsWith(prefix));
  const stackFindings = [
    ...(problem ? [createFinding("note", "stack", `only environment variables count: ${problem.message}`)] : []),
    ...describeUnknownSettings(stackKeys.map((key) => key.slice(prefix.length))).map(({ key, problem: message }) =>
      createFinding("problem", key, message, `Remove it with \`pulumi config rm ${key}\``),
    ),
  ];
  const keyFindings = configKeys.map((key) => checkValue(key, settings));
  try {
    return { findings: [...stackFindings, ...keyFindings], config: loadConfig(get) };
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    // A problem without a key is about the proxy, and the problem's text names the environment variable to correct.
    const problems = error.problems.map(({ key = "proxy", problem: message, advice = "correct the variable" }) =>
      createFinding("problem", key, message, `${advice.charAt(0).toUpperCase()}${advice.slice(1)}`),
    );
    const others = keyFindings.filter(({ check }) => problems.every((wrong) => wrong.check !== check));
    return { findings: [...stackFindings, ...problems, ...others] };
  }
}

function checkValue(key: ConfigKey, { stackValues, get }: ProjectSettings): Finding {
  const check = `${namespace}:${key}`;
  const { text, isConfigured, fallback } = findSetting(key, get);
  if (text !== undefined) {
    const isSecret = stackValues[check]?.secret === true;
    const source = isConfigured ? "stack configuration" : `environment variable ${toEnvironmentName(key)}`;
    const shown = `${isSecret || check === apiKeyName ? mask : text} (${source})`;
    const advice =
      `Encrypt it with \`pulumi config set --secret ${check} <key>\`. ` +
      "Whoever has seen the file has the key, so use a new one";
    return check === apiKeyName && isConfigured && !isSecret
      ? createFinding("warning", check, `${shown}: in plain text in Pulumi.<stack>.yaml`, advice)
      : createFinding("ok", check, shown);
  }
  if (fallback !== undefined) {
    return createFinding("ok", check, `${JSON.stringify(fallback)} (default)`);
  }
  // Users see this note for the project and the region only, because a missing key or base URL is already a problem.
  const ways = `\`pulumi config set ${check} <value>\` or the environment variable ${toEnvironmentName(key)}`;
  const message = "not set; snapshots, functions and images then have to name it themselves";
  return createFinding("note", check, message, `To set it for all of them: ${ways}`);
}

const anyList = z.array(z.unknown());

const anyGraphqlAnswer = z
  .looseObject({})
  .refine((body) => "data" in body || "errors" in body, { error: "neither data nor errors" });

interface Probe extends ApiRequest<unknown> {
  check: string;
}

async function checkPlatform(config: Config): Promise<Finding[]> {
  // Show only the host of the proxy, because the proxy's address may contain a login.
  const proxy = config.proxy && `${new URL(config.proxy.url).host} (environment variable ${config.proxy.variable})`;
  const proxyFinding = createFinding("ok", "proxy", proxy ?? "none for this base URL");
  const client = new Client({ ...config, maxRetries: 0 });
  const ask = (probe: Probe): Promise<ApiError | undefined> =>
    withDeadline(timeoutSeconds, () => client.request(probe), "a check may take")
      .then(() => undefined)
      .catch((error: ApiError) => error);
  const [groups, ...others] = createProbes(config);
  const failure = await ask(groups);
  // If there was no answer at all, the other probes would probably fail in the same way.
  if (failure && failure.status === undefined && !(failure instanceof UnexpectedAnswerError)) {
    return [proxyFinding, createFinding("problem", "platform", failure.message, addressAdvice)];
  }
  if (failure instanceof AuthenticationError) {
    const advice =
      "Create a new key on the platform, and set it where the old one comes from: `pulumi config set --secret " +
      "edgecloud:apiKey <key>` or EDGECLOUD_API_KEY";
    return [proxyFinding, createFinding("problem", "key", failure.message, advice)];
  }
  const failures = [failure, ...(await Promise.all(others.map(ask)))];
  const permissionAdvice = "Ask for the permission, or for the feature in the plan, if you use this";
  const productFindings = [groups, ...others].map(({ check, path }, index) => {
    const error = failures[index];
    if (error === undefined) {
      return createFinding("ok", check, "answered");
    }
    if (error instanceof PermissionError) {
      return createFinding("warning", check, error.message, permissionAdvice);
    }
    const { status = 0 } = error;
    // While the platform throttles one of the calls, the others wait until they time out.
    const mayPass = error instanceof TimeoutError || status === 429 || status >= 500;
    const isScopeRefused = !failure && path.startsWith("/cloud/") && [400, 404, 422].includes(status);
    const advice = mayPass ? laterAdvice : isScopeRefused ? scopeAdvice : addressAdvice;
    // The message of a 404 ends with a hint at the address.
    const { message } = isScopeRefused ? error.withHint("") : error;
    return createFinding("problem", check, message, advice);
  });
  return [proxyFinding, ...productFindings, ...(failure ? [] : await checkDialect(config))];
}

/** Returns read-only calls, of which the first needs only the API key. */
function createProbes({ projectId, regionId }: Config): [Probe, ...Probe[]] {
  const list = { method: "GET", query: { limit: 1 }, answer: definePage(anyList) } as const;
  const cloudProbes =
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
    ...cloudProbes,
    { check: "statistics", ...statistics, answer: anyList },
    { check: "analytics", ...analytics, body: { query: "{ __typename }" }, answer: anyGraphqlAnswer },
  ];
}

/** Looks in the origin groups for words of the platform that the setting `dialect` does not translate, but should. */
async function checkDialect(config: Config): Promise<Finding[]> {
  const { originGroups, dialect } = connect({ ...config, maxRetries: 0 });
  const groups = await withDeadline(timeoutSeconds, () => originGroups.list({})).catch(() => []);
  const words = findForeignWords(groups, dialect);
  if (words === undefined) {
    return [];
  }
  const message = `the origin groups of this platform have ${words.named.join(", and ")}`;
  return [createFinding("problem", "dialect", message, `If so, set its words: ${words.command}`)];
}
