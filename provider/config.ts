import { z } from "zod";
import { dialectSchema } from "./api/dialect";
import { proxyFor, ProxySettingError, type Proxy } from "./api/proxy";
import { namespace } from "./namespace";

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number<string>({ error: "must be a number" })
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL", abort: true })
  .refine(hasNoLogin, "must not contain a user name or password; the platform only needs the API key")
  .refine((url) => !/[?#]/.test(url), "must not contain a query (?) or a fragment (#)")
  .transform((url) => url.replace(/\/+$/, ""));

const headerText = z.string().regex(/^[\x21-\x7e]+$/, {
  error: ({ input }) => `${oddCharacter(String(input))}, which an HTTP header cannot contain`,
});

const dialect = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "must be a JSON object" });
      return z.NEVER;
    }
  })
  .pipe(dialectSchema);

/** As many as there are, from the first of them: looking from each of them would take long for many. */
const trailingSlashes = /(?<!\/)\/+$/;

/** Every setting of a connection, as the text that a configuration holds. */
export const configSchema = z.object({
  apiKey: headerText,
  baseUrl: httpUrl,
  projectId: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  regionId: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  dialect: dialect.default(dialectSchema.parse({})),
  requestTimeoutSeconds: wholeNumber(1, 600).default(60),
  maxRetries: wholeNumber(0, 20).default(5),
  taskPath: z
    .string()
    .startsWith("/", { error: "must begin with a slash", abort: true })
    .refine(
      isPlainPath,
      "must be a plain path: no empty part, no . or .., no query, no fragment, nothing that needs escaping",
    )
    .transform((path) => path.replace(trailingSlashes, ""))
    .default("/cloud/v1/tasks"),
});

/** The settings of one connection, validated and with defaults filled in. */
export interface Config extends z.infer<typeof configSchema> {
  /** Where the key comes from, in words: `the environment variable EDGECLOUD_API_KEY`. */
  keyOrigin: string;
  /** The proxy of the environment that calls to the base URL go through. */
  proxy?: Proxy;
}

/** A key of the configuration, without its namespace. */
export type ConfigKey = keyof typeof configSchema.shape;

/** Every configuration key, in the order of `docs/configuration.md`. */
export const configKeys = Object.keys(configSchema.shape) as ConfigKey[];

/** The environment variable that stands in for a key that is not configured. */
export function environmentName(key: ConfigKey): string {
  return `EDGECLOUD_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The configuration is not usable; the message names every wrong key and how to set it. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The text that a key has been given, and where; undefined if it has none. An empty text is none. */
export function givenSetting(
  key: ConfigKey,
  get: (key: string) => string | undefined,
  environment = process.env,
): { text: string; isConfigured: boolean } | undefined {
  const configured = get(`${namespace}:${key}`);
  const text = configured || environment[environmentName(key)];
  return text ? { text, isConfigured: Boolean(configured) } : undefined;
}

/**
 * Reads the settings of a connection: a key of the stack (or of an explicit `Provider`), else its environment
 * variable, else its default.
 */
export function loadConfig(get: (key: string) => string | undefined, environment = process.env): Config {
  const values = Object.fromEntries(configKeys.map((key) => [key, givenSetting(key, get, environment)?.text]));
  const parsed = configSchema.safeParse(values);
  const proxy = proxyOrProblem(values.baseUrl, environment);
  if (!parsed.success || proxy instanceof ProxySettingError) {
    const problems = parsed.error?.issues.map((issue) => describe(issue, values)) ?? [];
    throw new ConfigError([...problems, ...(proxy instanceof Error ? [proxy.message] : [])].join("\n"));
  }
  return { ...parsed.data, keyOrigin: keyOrigin(get), proxy };
}

/** Problems of the proxy are reported together with those of the keys, if calls would go through it. */
function proxyOrProblem(baseUrl: string | undefined, environment: NodeJS.ProcessEnv) {
  const address = httpUrl.safeParse(baseUrl);
  try {
    return address.success ? proxyFor(address.data, environment) : undefined;
  } catch (error) {
    if (error instanceof ProxySettingError) {
      return error;
    }
    throw error;
  }
}

function keyOrigin(get: (key: string) => string | undefined): string {
  return givenSetting("apiKey", get)?.isConfigured
    ? `${namespace}:apiKey in the configuration of the stack, or of the explicit Provider`
    : `the environment variable ${environmentName("apiKey")}`;
}

function describe(issue: z.core.$ZodIssue, values: Record<string, string | undefined>): string {
  const key = issue.path[0] as ConfigKey;
  const problem = values[key] === undefined ? "is not set" : [...issue.path.slice(1), issue.message].join(": ");
  const command = `pulumi config set ${key === "apiKey" ? "--secret " : ""}${namespace}:${key} <value>`;
  return `${namespace}:${key} ${problem}; set it with \`${command}\` or the environment variable ${environmentName(key)}`;
}

/** Whether an address with this path leads to it, and the ID of a task can follow. */
function isPlainPath(path: string): boolean {
  const kept = path.replace(trailingSlashes, "");
  return !kept.includes("//") && new URL(`http://host${kept}`).pathname === (kept || "/");
}

function hasNoLogin(url: string): boolean {
  const { username, password } = new URL(url);
  return username === "" && password === "";
}

const oddKinds: Record<string, string> = { " ": "a space", "\t": "a tab", "\n": "a line break", "\r": "a line break" };

/** Where a text holds what is no visible ASCII character, for a text that must not be shown. */
function oddCharacter(text: string): string {
  const characters = Array.from(text);
  const isOdd = (character: string) => !/[\x21-\x7e]/.test(character);
  const at = characters.findIndex(isOdd);
  const kind = oddKinds[characters[at] ?? ""] ?? "a special character";
  if (at > 0 && characters.slice(at).every(isOdd)) {
    return `ends in ${kind}`;
  }
  return at === 0 ? `begins with ${kind}` : `has ${kind} at position ${at + 1}`;
}
