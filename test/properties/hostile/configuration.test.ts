import fc from "fast-check";
import {
  ConfigError,
  configKeys,
  toEnvironmentName,
  loadConfig,
  type ConfigKey,
} from "../../../provider/config/config";
import { anyText } from "./values";
import { tries } from "../tries";

/** Valid values of each key, so that one wrong key does not hide the others. */
const fitting: Record<ConfigKey, readonly string[]> = {
  apiKey: ["key-5d41402abc"],
  baseUrl: ["https://api.example.com", "http://127.0.0.1:8080/x//", "https://[::1]:9/", "http://api.example.com"],
  projectId: ["12"],
  regionId: ["7"],
  dialect: ['{"edgeapp": "acmeapp"}', "{}"],
  requestTimeoutSeconds: ["60"],
  maxRetries: ["0"],
  taskPath: ["/v1/tasks/", "/"],
  allowHttp: ["true", "false"],
  allowMissingCredentials: ["true", "false"],
};

/** Texts that are nearly valid. */
const nearly = fc.oneof(
  anyText,
  fc.constantFrom(...["1e3", "0x10", " 7 ", "-0", "Infinity", "9007199254740993", "1.0", "12\n", "null", "٣"]),
  fc.constantFrom(...["[]", "null", '{"__proto__": {}}', '{"edgeapp": {}}', '{"edgeapp":"a","edgeapp":"b"}', '"x"']),
  fc.constantFrom(
    ...["https://", "https://a@b", "http://a:99999", "HTTP://A", "https://a/?b#c", "http://a b", "javascript:1"],
  ),
  fc.constantFrom(...["//host.example", "/..", "/a?b", "/a#b", "/a/./b", "/\\a", "/\ud800", "/%2e%2e/", "/%zz"]),
  fc.nat(100_000).map((times) => `/${"/".repeat(times)}x`),
);

const settings = fc.record(
  {
    ...(Object.fromEntries(
      configKeys.map((key) => [key, fc.oneof({ arbitrary: fc.constantFrom(...fitting[key]), weight: 4 }, nearly)]),
    ) as Record<ConfigKey, fc.Arbitrary<string>>),
    // No text of our own messages may be mistaken for the key.
    apiKey: anyText.map((text) => `key-5d41402abc${text}`),
  },
  { requiredKeys: [] },
);

test("any configuration is usable, or an error that names each wrong key but never the API key's value", () => {
  fc.assert(
    fc.property(settings, settings, (stack, environment) => {
      const variables = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [toEnvironmentName(key as ConfigKey), value]),
      );
      try {
        const config = loadConfig((key) => stack[key.replace("edgecloud:", "") as ConfigKey], variables);
        const { href } = new URL(`${config.baseUrl}${config.taskPath}/t-1`);
        expect(href.endsWith(`${config.taskPath}/t-1`)).toBe(true);
        const { projectId = 1, regionId = 1, maxRetries, requestTimeoutSeconds } = config;
        expect(
          [projectId, regionId, maxRetries, requestTimeoutSeconds].filter((it) => !Number.isSafeInteger(it)),
        ).toEqual([]);
        expect(Object.values(config.dialect).map((word) => typeof word)).toEqual(["string", "string", "string"]);
        expect(/^https:|^http:\/\/127\.0\.0\.1:/.test(config.baseUrl) || config.allowHttp).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        const { message } = error as Error;
        for (const line of message.split("\n")) {
          const [, key] = new RegExp(`^edgecloud:(${configKeys.join("|")}) .+; `).exec(line) ?? [];
          const variable = `the environment variable ${toEnvironmentName(key as ConfigKey)}`;
          // A value is corrected where it is; plain http can be allowed in either place.
          const isOfStack = Boolean(stack[key as ConfigKey]) || line.includes("over http");
          const remedy = isOfStack ? "`pulumi config set " : variable;
          expect([key, line]).toEqual([expect.any(String), expect.stringContaining(remedy)]);
        }
        const apiKey = stack.apiKey || environment.apiKey;
        expect(apiKey !== undefined && message.includes(apiKey)).toBe(false);
      }
    }),
    tries(2_000),
  );
});
