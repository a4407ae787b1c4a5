import { isIPv6 } from "node:net";
import * as z from "zod";
import { neutralWords, type NeutralWord } from "./dialect";
import { namespace, providerName } from "./namespace";

const createWholeNumberSchema = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number<string>({ error }).int(error).min(min, error).max(max, error);
};

/** The lookbehind lets a match begin only at the first slash of a run, because trying every slash would be slow. */
const trailingSlashes = /(?<!\/)\/+$/;

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, such as "https://api.example.com"', abort: true })
  .refine(
    (url) => !new URL(url).username && !new URL(url).password && !/[?#]/.test(url),
    "must not contain a user name, a password, a query (?) or a fragment (#)",
  )
  .transform((url) => new URL(url).href.replace(trailingSlashes, ""));

const headerText = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must consist of printable ASCII characters without spaces or line breaks");

const trueOrFalse = z.enum(["true", "false"], "must be true or false").transform((text) => text === "true");

const platformWords = z.partialRecord(z.enum(Object.keys(neutralWords) as NeutralWord[]), z.string().min(1));

/** JSON that maps neutral words to the platform's own words (see `neutralWords`). */
const dialect = z.string().transform((input, { issues }) => {
  try {
    return { ...neutralWords, ...platformWords.parse(JSON.parse(input)) };
  } catch {
    const message = `must be a JSON object that maps some of ${Object.keys(neutralWords).join(", ")} to strings`;
    issues.push({ code: "custom", message, input });
    return z.NEVER;
  }
});

export const configSchema = z.object({
  apiKey: headerText,
  baseUrl: httpUrl,
  projectId: createWholeNumberSchema(1, Number.MAX_SAFE_INTEGER).optional(),
  regionId: createWholeNumberSchema(1, Number.MAX_SAFE_INTEGER).optional(),
  dialect: dialect.default({ ...neutralWords }),
  requestTimeoutSeconds: createWholeNumberSchema(1, 600).default(60),
  maxRetries: createWholeNumberSchema(0, 20).default(5),
  taskPath: z
    .string()
    .transform((path) => path.replace(trailingSlashes, ""))
    // The ID of a task is appended to the path, so the path must stay the same when it is parsed in a URL.
    .refine(
      (path) => !path.includes("//") && new URL(`http://host/${path.slice(1)}`).pathname === (path || "/"),
      "must be a plain path that begins with a slash: no empty part, no . or .., no query, no fragment, nothing that " +
        "needs escaping",
    )
    .default("/cloud/v1/tasks"),
  allowHttp: trueOrFalse.default(false),
  allowMissingCredentials: trueOrFalse.default(false),
});

export interface Config extends z.infer<typeof configSchema> {
  /** Where the key comes from, in words: `the environment variable EDGECLOUD_API_KEY`. */
  keySource: string;
  proxy?: Proxy;
}

/** The name of a setting without its namespace: `apiKey` for `edgecloud:apiKey`. */
export type ConfigKey = keyof typeof configSchema.shape;

/** All configuration keys, in the order of `docs/configuration.md`. */
export const configKeys = Object.keys(configSchema.shape) as ConfigKey[];

export function toEnvironmentName(key: ConfigKey): string {
  return `EDGECLOUD_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

export interface ConfigProblem {
  /** The setting, as `describeKey` names it. Undefined for a wrong proxy: `problem` then begins with the variable. */
  key?: string;
  /** The rest of a sentence that begins with `key`, if `key` is set. */
  problem: string;
  advice?: string;
}

export function describeConfigProblem({ key, problem, advice }: ConfigProblem): string {
  const text = [key, problem].filter(Boolean).join(" ");
  return advice === undefined ? text : `${text}; ${advice}`;
}

/** The configuration cannot be used. The message has one line for each problem. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(describeConfigProblem).join("\n"));
  }
}

type Settings = Record<ConfigKey, ReturnType<typeof findSetting>>;

/** An empty text counts as not set. `fallback` is the default of the setting. */
export function findSetting(key: ConfigKey, get: (key: string) => string | undefined, environment = process.env) {
  const configured = get(`${namespace}:${key}`);
  const text = configured || environment[toEnvironmentName(key)] || undefined;
  return { text, isConfigured: Boolean(configured), fallback: configSchema.shape[key].safeParse(undefined).data };
}

/** `get` reads the settings of the stack, or of the `Provider` with the name `provider`. Throws a `ConfigError`. */
export function loadConfig(
  get: (key: string) => string | undefined,
  environment = process.env,
  provider = get(providerName),
): Config {
  const found = Object.fromEntries(configKeys.map((key) => [key, findSetting(key, get, environment)])) as Settings;
  const { apiKey, baseUrl } = found;
  const parsed = configSchema.safeParse(Object.fromEntries(configKeys.map((key) => [key, found[key].text])));
  const address = httpUrl.safeParse(baseUrl.text).data;
  const { proxy, problem: proxyProblem } = address === undefined ? {} : chooseProxy(address, environment);
  const missing = checkExplicitKey(provider, { apiKey: apiKey.isConfigured, baseUrl: baseUrl.isConfigured });
  const wrong = (parsed.error?.issues ?? []).map(({ path: [name], message }) => {
    const key = name as ConfigKey;
    const { text, isConfigured } = found[key];
    const command = `with \`pulumi config set ${key === "apiKey" ? "--secret " : ""}${namespace}:${key} <value>\``;
    const place = provider === undefined ? command : "in the program";
    const variable = `with the environment variable ${toEnvironmentName(key)}`;
    // A wrong value must be corrected where it is set, because a variable does not override a configured value.
    return text === undefined
      ? { key: describeKey(key, provider), problem: "is not set", advice: `set it ${place} or ${variable}` }
      : { key: describeKey(key, provider), problem: message, advice: `correct it ${isConfigured ? place : variable}` };
  });
  const problems = [
    ...(missing ? [missing] : []),
    ...(address === undefined ? [] : checkAddress(found, address, environment, provider)),
    ...wrong.filter(({ key }) => key !== missing?.key),
    ...(proxyProblem === undefined ? [] : [{ problem: proxyProblem }]),
  ];
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(problems);
  }
  const stackSource = `${namespace}:apiKey in the configuration of the stack`;
  const configured = provider === undefined ? stackSource : describeKey("apiKey", provider);
  const keySource = apiKey.isConfigured ? configured : `the environment variable ${toEnvironmentName("apiKey")}`;
  return { ...parsed.data, keySource, proxy };
}

/** Refuses an explicit `Provider` with a `baseUrl` but no `apiKey`: the environment's key must not go to that URL. */
export function checkExplicitKey(
  provider: string | undefined,
  { apiKey, baseUrl }: { apiKey?: unknown; baseUrl?: unknown },
): ConfigProblem | undefined {
  return provider !== undefined && baseUrl && !apiKey
    ? {
        key: describeKey("apiKey", provider),
        problem: "is not set, and the key of the environment is not sent to a baseUrl that the Provider sets",
        advice: "set apiKey, or remove baseUrl, in the program",
      }
    : undefined;
}

function checkAddress(
  { apiKey, baseUrl, allowHttp }: Settings,
  address: string,
  environment: NodeJS.ProcessEnv,
  provider: string | undefined,
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const variable = toEnvironmentName("baseUrl");
  const variableUrl = environment[variable];
  const { data: variableAddress = "which is not valid" } = httpUrl.safeParse(variableUrl);
  const isFromStack = provider === undefined && baseUrl.isConfigured;
  // If the environment sets both a key and an address, that key is sent only to that address.
  if (variableUrl && isFromStack && apiKey.text !== undefined && !apiKey.isConfigured && address !== variableAddress) {
    problems.push({
      key: `${namespace}:baseUrl`,
      problem:
        `is ${address} in the configuration, but the key is that of ${toEnvironmentName("apiKey")}, ` +
        `which goes with ${variable}, ${variableAddress}`,
      advice:
        `remove ${namespace}:baseUrl from the configuration, or configure a key for that address with ` +
        `\`pulumi config set --secret ${namespace}:apiKey <key>\``,
    });
  }
  const url = new URL(address);
  if (allowHttp.text !== "true" && url.protocol !== "https:" && !isLoopback(url)) {
    const key = `${namespace}:allowHttp`;
    const stackAdvice = `set ${key} to true (\`pulumi config set ${key} true\`)`;
    const permission = provider === undefined ? stackAdvice : "set allowHttp to true";
    problems.push({
      key: describeKey("baseUrl", provider),
      problem: `is ${address}, and over http the key travels in plain text`,
      advice: `use https, or, for a network that you trust, ${permission}`,
    });
  }
  return problems;
}

export interface Proxy {
  /** The proxy's normalized address, which may contain a login: `http://user:p%40ss@proxy.example.com:3128/`. */
  url: string;
  /** The environment variable that sets the proxy, spelled as in the environment: `HTTPS_PROXY` or `https_proxy`. */
  variable: string;
}

/** `problem` does not quote the address of the proxy, which may contain a password. */
export function chooseProxy(baseUrl: string, environment: NodeJS.ProcessEnv): { proxy?: Proxy; problem?: string } {
  const target = new URL(baseUrl);
  const variable = findVariable(environment, `${target.protocol.slice(0, -1)}_proxy`, "all_proxy");
  const exceptions = environment[findVariable(environment, "no_proxy") ?? ""] ?? "";
  const targetPort = target.port || (target.protocol === "https:" ? "443" : "80");
  // An exception is `*`, or a host, perhaps with a port. A host covers its subdomains, too.
  const isException = exceptions.split(/[\s,]+/).some((entry) => {
    // `hostname` has an IPv6 address in brackets. With them, its last group is not read as a port.
    const written = isIPv6(entry) ? `[${entry}]` : entry;
    const [, name = "", port = targetPort] = /^(.*?)(?::(\d+))?$/.exec(written.toLowerCase()) ?? [];
    const domain = name.replace(/^\*?\./, "");
    return port === targetPort && (name === "*" || (domain !== "" && `.${target.hostname}`.endsWith(`.${domain}`)));
  });
  if (variable === undefined || isLoopback(target) || isException) {
    return {};
  }
  const url = parseProxy(environment[variable]?.trim() ?? "");
  const rule =
    "must be the address of an HTTP proxy, like http://proxy.example.com:3128 or " +
    "http://user:password@proxy.example.com:3128, with the characters / ? # @ : % of a login percent-encoded";
  return url ? { proxy: { url: url.href, variable } } : { problem: `${variable} ${rule}` };
}

/** For each name, lower case wins, as in curl, Python and axios. */
function findVariable(environment: NodeJS.ProcessEnv, ...names: string[]): string | undefined {
  return names.flatMap((name) => [name, name.toUpperCase()]).find((name) => environment[name]?.trim());
}

function parseProxy(value: string): URL | undefined {
  try {
    const url = new URL(value);
    // This throws if a percent sign in the login is not part of a valid encoding.
    [url.username, url.password].forEach((part) => decodeURIComponent(part));
    // A path means that a slash in the password is not encoded, or that the URL is that of a PAC file.
    const isAddress = `${url.pathname}${url.search}${url.hash}` === "/" && url.port !== "0";
    return isAddress && /^https?:\/\//i.test(value) ? url : undefined;
  } catch {
    return undefined;
  }
}

function isLoopback({ hostname }: URL): boolean {
  return /^(localhost\.?|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

export function describeKey(key: ConfigKey, provider: string | undefined): string {
  return provider === undefined ? `${namespace}:${key}` : `${key} of Provider ${JSON.stringify(provider)}`;
}
