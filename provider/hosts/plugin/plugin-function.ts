import { callDataSource, deriveResultName, type DataSource } from "../../core/data-source";
import { findSecrets } from "../../core/secrets";
import { noTraits } from "../../core/traits";
import { reveal, Secret } from "../../core/tree";
import { isJsonObject, mapValues, type JsonObject } from "../../values/json";
import type { HostSettings } from "../settings";

/** Answers a call to a data source. With a secret argument the whole result is secret, else the fields that may be. */
export async function callFunction(
  source: DataSource<unknown, unknown, unknown>,
  properties: JsonObject,
  settings: HostSettings,
): Promise<JsonObject> {
  const isSecret = !findSecrets([properties], noTraits).paths.isEmpty;
  const result = await callDataSource(source, reveal(properties), {
    loadConfig: () => settings.load(),
    connect: () => settings.connect(),
    ...(isSecret && { hiding: { openNames: Object.keys(properties) } }),
  });
  const isObject = isJsonObject(result) && !source.isFreeForm;
  const object = isObject ? result : { [deriveResultName(source.name)]: result };
  const secretFields = source.secretFields?.(result) ?? [];
  return mapValues(object, (value, name) => (isSecret || secretFields.includes(name) ? new Secret(value) : value));
}
