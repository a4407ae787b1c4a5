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

/** The settings of a provider as `loadConfig` asks for them; what is no text stands for itself as JSON. */
export function configGetter(properties: JsonObject): (key: string) => string | undefined {
  const values = revealed(ownSettings(properties)) as JsonObject;
  return (key) => {
    const value = values[key.replace(`${namespace}:`, "")];
    return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
  };
}

/**
 * Whether a provider is one that the program declares; the engine gives the one of the stack's configuration a name that
 * begins like this.
 */
export function isExplicitProvider(urn = ""): boolean {
  const name = urn.split("::").slice(3).join("::");
  return name !== "" && !/^default(_|$)/.test(name);
}

/** What is wrong with the settings of a provider; of one that is not known yet, only that nothing stands in for it. */
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

/** The settings as the engine is to keep them: the key is always a secret. */
export function keptConfig(properties: JsonObject): JsonObject {
  return mapValues(properties, (value, key) =>
    key === "apiKey" && !(value instanceof Secret) ? new Secret(value) : value,
  );
}

/** The settings that are the user's, also those of a provider that was the dynamic one's. */
export function ownSettings(properties: JsonObject): JsonObject {
  const own = pick(
    properties,
    (key, value) => !isHiddenProperty(key) && !ofEngine.includes(key) && value !== undefined,
  );
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key.replace(`${namespace}:`, ""), value]));
}
