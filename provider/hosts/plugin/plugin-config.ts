import { ConfigError, checkExplicitKey, describeConfigProblem, loadConfig } from "../../config/config";
import { isHiddenProperty } from "../../core/hidden-properties";
import { reveal, containsUnknown } from "../../core/tree";
import { describeUnknownSettings } from "../../core/unknown-settings";
import { pick, type JsonObject } from "../../values/json";
import { parseUrnName } from "../../values/urn";
import { namespace, providerName } from "../../config/namespace";

/** What the engine adds to the inputs of a provider, and what only the dynamic one has. */
const foreignInputs = ["version", "pluginDownloadURL", "pluginChecksums", "parameterization", providerName];

/** Looks up the settings of a provider for `loadConfig`; values that are not strings become JSON. */
export function createConfigGetter(properties: JsonObject): (key: string) => string | undefined {
  const values = reveal(pickOwnSettings(properties)) as JsonObject;
  return (key) => {
    const value = values[key.replace(`${namespace}:`, "")];
    return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
  };
}

/** How the engine names its own providers: `default`, with the plugin's version and its download URL as a path, if any. */
const defaultProvider = /^default($|_\d+_\d+_\d+(_|$)|_\w+\/)/;

/** The name of a provider that the program declares; one that it names like one of the engine's own counts as the engine's. */
export function findExplicitName(urn = ""): string | undefined {
  const name = parseUrnName(urn);
  return name === "" || defaultProvider.test(name) ? undefined : name;
}

/** Checks the settings of a provider; if some are still unknown, only whether the API key is missing. */
export function checkSettings(properties: JsonObject, provider: string | undefined): string[] {
  const given = pickOwnSettings(properties);
  const unknown = describeUnknownSettings(Object.keys(given));
  if (unknown.length > 0) {
    return unknown.map(describeConfigProblem);
  }
  if (containsUnknown(reveal(given))) {
    const missing = checkExplicitKey(provider, given);
    return missing === undefined ? [] : [describeConfigProblem(missing)];
  }
  try {
    loadConfig(createConfigGetter(given), process.env, provider);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems.map(describeConfigProblem);
    }
    throw error;
  }
}

/** The user's settings, also of a provider that was once the dynamic one. */
export function pickOwnSettings(properties: JsonObject): JsonObject {
  const own = pick(
    properties,
    (key, value) => !isHiddenProperty(key) && !foreignInputs.includes(key) && value !== undefined,
  );
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key.replace(`${namespace}:`, ""), value]));
}
