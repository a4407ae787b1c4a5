import { ConfigError, configKeys, loadConfig, type ConfigKey } from "../../config/config";
import { missingKeyProblem } from "../../config/explicit-key";
import { isHiddenProperty } from "../../core/hidden-properties";
import { containsUnknown } from "../../core/unknown";
import { mapValues, pick, type JsonObject } from "../../values/json";
import { namespace } from "../../config/namespace";
import { Secret } from "./envelopes";
import { revealed } from "./secrets";

/** What the engine itself adds to the inputs of a provider. */
const ofEngine = ["version", "pluginDownloadURL", "pluginChecksums", "parameterization"];

/** Looks up the settings of a provider for `loadConfig`; values that are no strings become JSON. */
export function configGetter(properties: JsonObject): (key: string) => string | undefined {
  const values = revealed(ownSettings(properties)) as JsonObject;
  return (key) => {
    const value = values[key.replace(`${namespace}:`, "")];
    return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
  };
}

/** Whether the program declares the provider. The engine names its own `default`, or `default_` and more. */
export function isExplicitProvider(urn = ""): boolean {
  const name = urn.split("::").slice(3).join("::");
  return name !== "" && !/^default(_|$)/.test(name);
}

/** Checks the settings of a provider; if some are still unknown, only whether the API key is missing. */
export function configFailures(properties: JsonObject, isExplicit: boolean): string[] {
  const given = ownSettings(properties);
  const isKey = (key: string) => configKeys.includes(key as ConfigKey);
  const strange = Object.keys(given).filter((key) => !isKey(key));
  if (strange.length > 0) {
    return strange.map(
      (key) => `${namespace}:${key} is not a setting; remove it. The settings are ${configKeys.join(", ")}`,
    );
  }
  if (containsUnknown(revealed(given))) {
    const missing = isExplicit ? missingKeyProblem(given) : undefined;
    return missing === undefined ? [] : [missing];
  }
  try {
    loadConfig(configGetter(given), process.env, { isExplicit });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.message.split("\n");
    }
    throw error;
  }
}

/** The settings to store: the API key is always a secret. */
export function keptConfig(properties: JsonObject): JsonObject {
  return mapValues(properties, (value, key) =>
    key === "apiKey" && !(value instanceof Secret) ? new Secret(value) : value,
  );
}

/** The user's settings, also of a provider that was once the dynamic one. */
export function ownSettings(properties: JsonObject): JsonObject {
  const own = pick(
    properties,
    (key, value) => !isHiddenProperty(key) && !ofEngine.includes(key) && value !== undefined,
  );
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key.replace(`${namespace}:`, ""), value]));
}
