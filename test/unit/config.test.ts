import {
  configKeys,
  toEnvironmentName,
  loadConfig,
  type Config,
  type ConfigError,
  type ConfigKey,
} from "../../provider/config/config";

type Settings = Partial<Record<ConfigKey, string>>;

const required: Settings = { apiKey: "key-1234", baseUrl: "https://api.example.com" };

function load(stack: Settings, environment: Record<string, string> = {}, provider?: string): Config {
  return loadConfig((key) => stack[key.replace(/^edgecloud:/, "") as ConfigKey], environment, provider);
}

/** The error that says why a configuration is refused. */
function refuse(stack: Settings, environment: Record<string, string> = {}, provider?: string): ConfigError {
  try {
    load(stack, environment, provider);
  } catch (error) {
    expect(error).toMatchObject({ name: "ConfigError" });
    return error as ConfigError;
  }
  throw new Error("the configuration was accepted");
}

/** Its message. */
function refusal(stack: Settings, environment: Record<string, string> = {}, provider?: string): string {
  return refuse(stack, environment, provider).message;
}

const neutral = { cloudSignatureV4: "cloudSignatureV4", cloudvendor: "cloudvendor", edgeapp: "edgeapp" };

/** Every key: its environment variable, its default, a text that sets it, what that means. */
const keys: [ConfigKey, string, unknown, string, unknown][] = [
  ["apiKey", "EDGECLOUD_API_KEY", undefined, "other-key", "other-key"],
  ["baseUrl", "EDGECLOUD_BASE_URL", undefined, "http://127.0.0.1:8080/x//", "http://127.0.0.1:8080/x"],
  ["projectId", "EDGECLOUD_PROJECT_ID", undefined, "12", 12],
  ["regionId", "EDGECLOUD_REGION_ID", undefined, "76", 76],
  ["dialect", "EDGECLOUD_DIALECT", neutral, '{"edgeapp":"acmeapp"}', { ...neutral, edgeapp: "acmeapp" }],
  ["requestTimeoutSeconds", "EDGECLOUD_REQUEST_TIMEOUT_SECONDS", 60, "600", 600],
  ["maxRetries", "EDGECLOUD_MAX_RETRIES", 5, "0", 0],
  ["taskPath", "EDGECLOUD_TASK_PATH", "/cloud/v1/tasks", "/v1/tasks//", "/v1/tasks"],
  ["allowHttp", "EDGECLOUD_ALLOW_HTTP", false, "true", true],
  ["allowMissingCredentials", "EDGECLOUD_ALLOW_MISSING_CREDENTIALS", false, "true", true],
];

describe("configuration", () => {
  it("has exactly these keys", () => {
    expect(configKeys).toEqual(keys.map(([key]) => key));
  });

  it.each(keys)("%s comes from the stack, then %s, then the default", (key, variable, fallback, text, value) => {
    const rest = { ...required, [key]: undefined };
    const other = { ...required, maxRetries: "7", [key]: text };
    expect(toEnvironmentName(key)).toBe(variable);
    expect(load(other)[key]).toEqual(value);
    expect(load(rest, { [variable]: text })[key]).toEqual(value);
    expect(load({ ...rest, [key]: "" }, { [variable]: text })[key]).toEqual(value);
    expect(load({ ...rest, [key]: text }, { [variable]: "of the environment" })[key]).toEqual(value);
    expect(load({ ...rest, [key]: text }, { [variable]: "of the environment" }, "eu")[key]).toEqual(value);
    if (required[key] === undefined) {
      expect(load(rest)[key]).toEqual(fallback);
    } else {
      expect(() => load(rest)).toThrow("is not set");
    }
  });

  it("knows the source of the key", () => {
    const { apiKey, baseUrl } = required;
    const environment = { EDGECLOUD_API_KEY: "key-5678" };
    const ofStack = "edgecloud:apiKey in the configuration of the stack";
    expect(load(required).keySource).toBe(ofStack);
    expect(load({ apiKey, baseUrl }, environment).keySource).toBe(ofStack);
    expect(load(required, {}, "eu").keySource).toBe('apiKey of Provider "eu"');
    // As the host of dynamic providers is told the name.
    expect(load({ ...required, ["providerName" as ConfigKey]: "eu" }).keySource).toBe('apiKey of Provider "eu"');
    expect(load({ baseUrl }, environment).keySource).toBe("the environment variable EDGECLOUD_API_KEY");
    expect(load({ apiKey: "", baseUrl }, environment).keySource).toBe("the environment variable EDGECLOUD_API_KEY");
  });

  it("reads the scheme of an address in any case", () => {
    expect(load({ ...required, baseUrl: "HTTPS://api.example.com/v1/" }).baseUrl).toBe("https://api.example.com/v1");
  });

  it("ignores variables of other names", () => {
    expect(() => load({ baseUrl: required.baseUrl }, { API_KEY: "x", edgecloud_api_key: "x" })).toThrow("is not set");
  });
});

describe("the error for a wrong value", () => {
  const forEach = (key: ConfigKey, problem: string, texts: string[]) =>
    texts.map((text): [ConfigKey, string, string] => [key, text, problem]);

  it.each<[ConfigKey, string | undefined, string]>([
    ["apiKey", undefined, "is not set"],
    ...forEach("apiKey", "must consist of printable ASCII characters without spaces or line breaks", [
      ...["key-1234\n", "key-1234 ", "\u201ckey-1234\u201d", "key 1234", "key-12\x7f34"],
    ]),
    ["baseUrl", undefined, "is not set"],
    ...forEach("baseUrl", "must be an http or https URL, such as", [
      ...["me:pass-word@127.0.0.1:23010", "//api.example.com", "ftp://api.example.com", "a b"],
    ]),
    ...forEach("baseUrl", "must not contain a user name, a password, a query", [
      ...["https://user:pass-word@api.example.com", "https://api.example.com?"],
      ...["https://api.example.com/x?token=key-1234", "https://api.example.com/#/cdn"],
    ]),
    ["projectId", "abc", "must be a whole number from 1 to "],
    ["projectId", "1.5", "must be a whole number from 1 to "],
    ["regionId", "0", "must be a whole number from 1 to "],
    ...forEach("dialect", "must be a JSON object that maps some of cloudSignatureV4, cloudvendor, edgeapp to strings", [
      ...["edgeapp", "[]", "null", '{"edgeApp":"x"}', '{"edgeapp":""}', '{"edgeapp":7}'],
    ]),
    ["requestTimeoutSeconds", "601", "must be a whole number from 1 to 600"],
    ["maxRetries", "-1", "must be a whole number from 0 to 20"],
    ["allowHttp", "yes", "must be true or false"],
    ...forEach("taskPath", "must be a plain path that begins with a slash: no ", [
      ...["v1/tasks", "//host.example/x", "/v1//x", "/v1/../x", "/v1/%2e%2E/x", "/v1/x?id=", "/#", "/a b", "/a\\b"],
    ]),
  ])("names the problem of %s, and how to correct it where it is: %s", (key, value, problem) => {
    const command = `with \`pulumi config set ${key === "apiKey" ? "--secret " : ""}edgecloud:${key} <value>\``;
    const variable = `with the environment variable ${toEnvironmentName(key)}`;
    const rest = { ...required, [key]: undefined };
    const inProgram = `${key} of Provider "eu"`;
    const messages =
      value === undefined
        ? [
            [refusal(rest), `edgecloud:${key}`, `set it ${command} or ${variable}`],
            [refusal({ ...rest, baseUrl: "" }, {}, "eu"), inProgram, `set it in the program or ${variable}`],
          ]
        : [
            [refusal({ ...rest, [key]: value }), `edgecloud:${key}`, `correct it ${command}`],
            [refusal({ ...rest, [key]: value }, {}, "eu"), inProgram, "correct it in the program"],
            [refusal(rest, { [toEnvironmentName(key)]: value }), `edgecloud:${key}`, `correct it ${variable}`],
          ];
    for (const [message = "", name = "", advice = ""] of messages) {
      const [line = ""] = message.split("\n");
      expect(line.startsWith(`${name} ${problem}`)).toBe(true);
      expect(line.endsWith(`; ${advice}`)).toBe(true);
      expect(message).not.toMatch(/key-1|pass-word/);
    }
    expect(refusal({ ...rest, [key]: value }).split("\n")).toHaveLength(1);
  });

  it("has one line for each problem", () => {
    const lines = refusal({ maxRetries: "many" }).split("\n");
    const keys = ["edgecloud:apiKey", "edgecloud:baseUrl", "edgecloud:maxRetries"];
    expect(lines.map((line) => line.split(" ")[0])).toEqual(keys);
  });
});

describe("a key of the environment", () => {
  const ofEnvironment = { EDGECLOUD_API_KEY: "key-5678", EDGECLOUD_BASE_URL: "https://api.example.com" };
  const other = "https://other.example.com";

  it("goes only to the environment's address, if there is one", () => {
    expect(refusal({ baseUrl: other }, ofEnvironment)).toBe(
      "edgecloud:baseUrl is https://other.example.com in the configuration, but the key is that of " +
        "EDGECLOUD_API_KEY, which goes with EDGECLOUD_BASE_URL, https://api.example.com; remove edgecloud:baseUrl " +
        "from the configuration, or configure a key for that address with `pulumi config set --secret edgecloud:apiKey <key>`",
    );
    for (const same of ["https://api.example.com", "https://api.example.com:443/", "https://API.example.com//"]) {
      expect(load({ baseUrl: same }, ofEnvironment).apiKey).toBe("key-5678");
    }
    for (const differing of ["http://api.example.com", "https://api.example.com:8443", "https://api.example.com/x"]) {
      expect(refusal({ baseUrl: differing, allowHttp: "true" }, ofEnvironment)).toContain(`is ${differing} in the`);
    }
  });

  it("goes to the address of the stack, if the environment has none", () => {
    expect(load({ baseUrl: other }, { EDGECLOUD_API_KEY: "key-5678" })).toMatchObject({ apiKey: "key-5678" });
    expect(load({ baseUrl: other, apiKey: "key-1234" }, ofEnvironment)).toMatchObject({ apiKey: "key-1234" });
    expect(load({ apiKey: "key-1234" }, ofEnvironment)).toMatchObject({ baseUrl: "https://api.example.com" });
    expect(load({}, ofEnvironment)).toMatchObject({ apiKey: "key-5678", baseUrl: "https://api.example.com" });
  });

  it.each(["me:pass-word@api", "https://me:pass-word@api.example.com"])(
    "is also held back if the environment's address is not valid, which is not shown: %s",
    (address) => {
      const message = refusal({ baseUrl: other }, { ...ofEnvironment, EDGECLOUD_BASE_URL: address });
      expect(message).toContain("which goes with EDGECLOUD_BASE_URL, which is not valid; ");
      expect(message).not.toContain("pass-word");
    },
  );

  it("does not go to the base URL of an explicit provider", () => {
    const message =
      'apiKey of Provider "eu" is not set, and the key of the environment is not sent to a baseUrl that the Provider ' +
      "sets; set apiKey, or remove baseUrl, in the program";
    const environments: Record<string, string>[] = [{}, ofEnvironment, { EDGECLOUD_API_KEY: "key-5678" }];
    for (const environment of environments) {
      expect(refusal({ baseUrl: other }, environment, "eu")).toBe(message);
      expect(refusal({ baseUrl: "https://api.example.com", apiKey: "" }, environment, "eu")).toBe(message);
    }
    expect(load({ baseUrl: other, apiKey: "key-1234" }, ofEnvironment, "eu").apiKey).toBe("key-1234");
    expect(load({ maxRetries: "1" }, ofEnvironment, "eu").apiKey).toBe("key-5678");
  });
});

describe("an address in http", () => {
  it.each(["http://127.0.0.1:8080", "http://127.9.9.9", "http://[::1]:80", "http://localhost:1", "http://LOCALHOST"])(
    "is accepted for this machine: %s",
    (baseUrl) => expect(() => load({ ...required, baseUrl })).not.toThrow(),
  );

  it.each([
    ...["http://api.example.com", "http://localhost.example.com", "http://128.0.0.1", "http://0.0.0.0:8080"],
    ...["http://[::2]", "http://emulator:8080", "http://127.0.0.1.example.com"],
  ])("is refused for other machines unless it is allowed: %s", (baseUrl) => {
    const problem = `is ${baseUrl}, and over http the key travels in plain text; use https, or, for a network that you trust, `;
    const permission = "set edgecloud:allowHttp to true (`pulumi config set edgecloud:allowHttp true`)";
    expect(refusal({ ...required, baseUrl })).toBe(`edgecloud:baseUrl ${problem}${permission}`);
    expect(refusal({ ...required, baseUrl }, {}, "eu")).toBe(
      `baseUrl of Provider "eu" ${problem}set allowHttp to true`,
    );
    expect(load({ ...required, baseUrl, allowHttp: "true" }).baseUrl).toBe(baseUrl);
    expect(load({ ...required, baseUrl }, { EDGECLOUD_ALLOW_HTTP: "true" }).baseUrl).toBe(baseUrl);
  });
});

describe("the proxy of the environment", () => {
  const variable = "HTTPS_PROXY";
  const url = "http://user:p%40ss@proxy.example.com:3128/";

  it("is a part of the settings, if calls go through it", () => {
    const ofTest = { [variable]: url };
    expect(load(required, ofTest).proxy).toEqual({ url, variable });
    const inHttp = { ...required, baseUrl: "http://api.example.com", allowHttp: "true" };
    expect(load(inHttp, ofTest).proxy).toBeUndefined();
    expect(load(required, { ...ofTest, NO_PROXY: "example.com" }).proxy).toBeUndefined();
    expect(load(required).proxy).toBeUndefined();
  });

  it("is one problem of the error, without a key, if it is wrong", () => {
    const key = "edgecloud:maxRetries";
    const problem = "must be a whole number from 0 to 20";
    const advice = `correct it with \`pulumi config set ${key} <value>\``;
    const ofProxy = { problem: expect.stringMatching(/^HTTPS_PROXY must be the address of an HTTP proxy/) as string };
    const error = refuse({ ...required, maxRetries: "many" }, { [variable]: "pass-word@proxy:3128" });
    expect(error.problems).toEqual([{ key, problem, advice }, ofProxy]);
    expect(error.message.split("\n")).toEqual([`${key} ${problem}; ${advice}`, ofProxy.problem]);
    expect(error.message).not.toContain("pass-word");
  });

  it("is not checked if no call goes through it or the base URL is invalid", () => {
    const wrong = { [variable]: "proxy:3128" };
    expect(load({ ...required, baseUrl: "http://127.0.0.1:8080" }, wrong).proxy).toBeUndefined();
    expect(load(required, { ...wrong, NO_PROXY: "api.example.com" }).proxy).toBeUndefined();
    expect(refusal({ ...required, baseUrl: "api" }, wrong)).not.toContain(variable);
  });
});
