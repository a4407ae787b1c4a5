import * as z from "zod";
import { neutralWords, type NeutralWord } from "./dialect";
import { chooseProxy, isLoopback, type Proxy } from "../api/transport/proxy";
import { namespace, providerName } from "./namespace";

const createWholeNumberSchema = (min: number, max: number) =>
  z.coerce
    .number<string>({ error: "must be a number" })
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: ({ input }) => `must be an http or https URL${suggestAddress(String(input))}`,
    abort: true,
  })
  .refine(
    (url) => new URL(url).username === "" && new URL(url).password === "",
    "must not contain a user name or password; the platform only needs the API key",
  )
  .refine((url) => !/[?#]/.test(url), "must not contain a query (?) or a fragment (#)")
  .transform((url) => url.replace(/^https?/i, (scheme) => scheme.toLowerCase()).replace(/\/+$/, ""));

const headerText = z.string().regex(/^[\x21-\x7e]+$/, {
  error: ({ input }) => `${describeOddCharacter(String(input))}, which an HTTP header cannot contain`,
});

const trueOrFalse = z.enum(["true", "false"], "must be true or false").transform((text) => text === "true");

const createWordSchema = (word: NeutralWord) => {
  const error = `must have a string as ${word} that is not empty`;
  return z.string(error).min(1, error).default(neutralWords[word]);
};

/** All its messages are about the dialect as a whole. */
const dialect = z
  .string()
  .transform((text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  })
  .pipe(
    z.strictObject(
      {
        cloudSignatureV4: createWordSchema("cloudSignatureV4"),
        cloudvendor: createWordSchema("cloudvendor"),
        edgeapp: createWordSchema("edgeapp"),
      },
      {
        error: (issue) =>
          issue.code === "unrecognized_keys"
            ? `must have no ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}; ` +
              `its properties are ${Object.keys(neutralWords).join(", ")}`
            : "must be a JSON object",
      },
    ),
  );

/** Matches from the first slash only; trying from each slash would be slow where there are many. */
const trailingSlashes = /(?<!\/)\/+$/;

/** Every setting of a connection, as the text that a configuration holds. */
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
    .startsWith("/", { error: "must begin with a slash", abort: true })
    .transform((path) => path.replace(trailingSlashes, ""))
    // The ID of a task can follow a path that a URL keeps as it is.
    .refine(
      (path) => !path.includes("//") && new URL(`http://host${path}`).pathname === (path || "/"),
      "must be a plain path: no empty part, no . or .., no query, no fragment, nothing that needs escaping",
    )
    .default("/cloud/v1/tasks"),
  allowHttp: trueOrFalse.default(false),
  allowMissingCredentials: trueOrFalse.default(false),
});

/** The settings of one connection, validated and with defaults filled in. */
export interface Config extends z.infer<typeof configSchema> {
  /** Where the key comes from, in words: `the environment variable EDGECLOUD_API_KEY`. */
  keySource: string;
  /** Whether the key leaves this machine over http; only where the user allows it. */
  isInPlainText: boolean;
  /** The proxy of the environment that calls to the base URL go through. */
  proxy?: Proxy;
}

/** A key of the configuration, without its namespace. */
export type ConfigKey = keyof typeof configSchema.shape;

/** Every configuration key, in the order of `docs/configuration.md`. */
export const configKeys = Object.keys(configSchema.shape) as ConfigKey[];

/** The environment variable that stands in for a key that is not configured. */
export function toEnvironmentName(key: ConfigKey): string {
  return `EDGECLOUD_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** What is wrong with the configuration. */
export interface ConfigProblem {
  /** The key that is wrong, with its namespace; undefined for a variable of the environment. */
  key?: string;
  /** What is wrong, without the key. */
  problem: string;
  /** What to do. */
  advice?: string;
}

/** The problem in one line. */
export function describeConfigProblem({ key, problem, advice }: ConfigProblem): string {
  const text = [key, problem].filter(Boolean).join(" ");
  return advice === undefined ? text : `${text}; ${advice}`;
}

/** The configuration is not usable; the message names every wrong key and how to set it, one per line. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(describeConfigProblem).join("\n"));
  }
}

/** The text that is set for a key, and whether the configuration sets it. */
interface Setting {
  text: string;
  isConfigured: boolean;
}

/** Finds what is set for a key; undefined if it is unset or empty. */
export function findSetting(
  key: ConfigKey,
  get: (key: string) => string | undefined,
  environment = process.env,
): Setting | undefined {
  const configured = get(`${namespace}:${key}`);
  const text = configured || environment[toEnvironmentName(key)];
  return text ? { text, isConfigured: Boolean(configured) } : undefined;
}

/**
 * Reads the settings of a connection: a key of the stack (or of the explicit `Provider` of that name), else its
 * environment variable, else its default. This is the one place that decides where an API key may go.
 */
export function loadConfig(
  get: (key: string) => string | undefined,
  environment = process.env,
  provider = get(providerName),
): Config {
  const given: Partial<Record<ConfigKey, Setting>> = Object.fromEntries(
    configKeys.map((key) => [key, findSetting(key, get, environment)]),
  );
  const values = Object.fromEntries(configKeys.map((key) => [key, given[key]?.text]));
  const parsed = configSchema.safeParse(values);
  const address = httpUrl.safeParse(values.baseUrl).data;
  // Reported together with the problems of the keys, if calls would go through the proxy.
  const { proxy, problem: proxyProblem } = address === undefined ? {} : chooseProxy(address, environment);
  const readConfigured = (key: ConfigKey) => (given[key]?.isConfigured ? given[key].text : undefined);
  const own = { apiKey: readConfigured("apiKey"), baseUrl: readConfigured("baseUrl") };
  const missing = provider === undefined ? undefined : checkExplicitKey(provider, own);
  const problems = [
    missing ?? checkKeyAddress(given, environment),
    isInPlainText(address) && values.allowHttp !== "true" ? explainHttp(address, given.allowHttp, provider) : undefined,
    ...(parsed.error?.issues ?? [])
      .filter(({ path }) => missing === undefined || path[0] !== "apiKey")
      .map(({ path, message }) =>
        describeWrongValue(path[0] as ConfigKey, message, given[path[0] as ConfigKey], provider),
      ),
    proxyProblem === undefined ? undefined : { problem: proxyProblem },
  ].filter((problem) => problem !== undefined);
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(problems);
  }
  const ofStack = `${namespace}:apiKey in the configuration of the stack`;
  const configured = provider === undefined ? ofStack : describeKey("apiKey", provider);
  const keySource = own.apiKey ? configured : `the environment variable ${toEnvironmentName("apiKey")}`;
  return { ...parsed.data, keySource, isInPlainText: isInPlainText(address), proxy };
}

/** Quotes a wrong address and suggests the right one, unless it may hold a login or a token. */
function suggestAddress(text: string): string {
  if (!/^[^\s\p{Cc}@?#]{1,200}$/u.test(text)) {
    return "";
  }
  const [, rest = ""] = /^(?:https?:?)?\/*(.*)$/i.exec(text) ?? [];
  const whole = ["https", "http"].map((scheme) => `${scheme}://${rest}`).filter((url) => URL.canParse(url));
  const [secure, plain] = text.includes("://") ? [] : whole;
  const likely = secure !== undefined && isLoopback(new URL(secure)) ? plain : secure;
  return `, not "${text}"${likely === undefined ? "" : `: write "${likely}"`}`;
}

/** The key of the environment is not for an address that a `Provider` has of its own. */
export function checkExplicitKey(
  provider: string,
  { apiKey, baseUrl }: { apiKey?: unknown; baseUrl?: unknown },
): ConfigProblem | undefined {
  return baseUrl && !apiKey
    ? {
        key: describeKey("apiKey", provider),
        problem: "is not set, and the key of the environment is not sent to a baseUrl that the Provider has of its own",
        advice: "set apiKey, or remove baseUrl, in the program",
      }
    : undefined;
}

/** The key of the environment goes to the address of the environment, if there is one, and to no other. */
function checkKeyAddress(
  { apiKey, baseUrl }: Partial<Record<ConfigKey, Setting>>,
  environment: NodeJS.ProcessEnv,
): ConfigProblem | undefined {
  const variable = toEnvironmentName("baseUrl");
  const environmentAddress = environment[variable];
  if (!environmentAddress || !apiKey || apiKey.isConfigured || !baseUrl?.isConfigured) {
    return undefined;
  }
  const [address, ownAddress] = [baseUrl.text, environmentAddress].map((text) => httpUrl.safeParse(text).data);
  const [href, ownHref] = [address, ownAddress].map((text) => text && new URL(text).href.replace(/\/+$/, ""));
  if (address === undefined || href === ownHref) {
    return undefined;
  }
  return {
    key: `${namespace}:baseUrl`,
    problem:
      `is ${address} in the configuration, but the key is that of ${toEnvironmentName("apiKey")}, ` +
      `which goes with ${variable}, ${ownAddress ?? "which is not an http or https URL"}`,
    advice:
      `remove ${namespace}:baseUrl from the configuration, or configure a key for that address with ` +
      `\`pulumi config set --secret ${namespace}:apiKey <key>\``,
  };
}

function isInPlainText(address: string | undefined): address is string {
  return address !== undefined && new URL(address).protocol === "http:" && !isLoopback(new URL(address));
}

function explainHttp(address: string, found: Setting | undefined, provider: string | undefined): ConfigProblem {
  const key: ConfigKey = "allowHttp";
  const command = `\`pulumi config set ${namespace}:${key} true\``;
  // A key of the stack takes precedence over its environment variable.
  const places = found?.isConfigured ? command : `${command} or the environment variable ${toEnvironmentName(key)}`;
  const ways = provider === undefined ? `set ${namespace}:${key} to true (${places})` : `set its ${key} to true`;
  return {
    key: describeKey("baseUrl", provider),
    problem: `is ${address}, and over http the key travels in plain text`,
    advice: `use https, or, for a network that you trust, ${ways}`,
  };
}

/** The name of a setting, as the user sees it where it is set: in the stack or as an argument of a `Provider`. */
export function describeKey(key: ConfigKey, provider: string | undefined): string {
  return provider === undefined ? `${namespace}:${key}` : `${key} of Provider ${JSON.stringify(provider)}`;
}

/** Advises to correct a value where it is: what is set elsewhere would not replace it. */
function describeWrongValue(
  key: ConfigKey,
  problem: string,
  found: Setting | undefined,
  provider: string | undefined,
): ConfigProblem {
  const command = `\`pulumi config set ${key === "apiKey" ? "--secret " : ""}${namespace}:${key} <value>\``;
  const variable = `the environment variable ${toEnvironmentName(key)}`;
  if (found === undefined) {
    const ways = provider === undefined ? `with ${command} or ${variable}` : `in the program, or with ${variable}`;
    return { key: describeKey(key, provider), problem: "is not set", advice: `set it ${ways}` };
  }
  if (!found.isConfigured) {
    return { key: `${namespace}:${key}`, problem, advice: `correct ${variable}` };
  }
  const place = provider === undefined ? `in the configuration of the stack (${command})` : "in the program";
  return { key: describeKey(key, provider), problem, advice: `correct it ${place}` };
}

const oddKinds: Record<string, string> = { " ": "a space", "\t": "a tab", "\n": "a line break", "\r": "a line break" };

/** Describes where a secret text has a character that is not visible ASCII, without telling how long the text is. */
function describeOddCharacter(text: string): string {
  const characters = Array.from(text);
  const isOdd = (character: string) => !/[\x21-\x7e]/.test(character);
  const at = characters.findIndex(isOdd);
  const kind = oddKinds[characters[at] ?? ""] ?? "a special character";
  if (at > 0 && characters.slice(at).every(isOdd)) {
    return `ends in ${kind}`;
  }
  return at === 0 ? `begins with ${kind}` : `has ${kind} in it`;
}
