import { ask, resultName, type DataSource } from "../../core/data-source";
import { noTraits } from "../../core/traits";
import { isJsonObject, mapValues, type JsonObject } from "../../values/json";
import type { Settings } from "../settings";
import { Secret } from "./envelopes";
import { revealed, secretsIn } from "./secrets";

/** Answers a call of a data source. With a secret argument the whole result is secret, else the fields that may be. */
export async function answerCall(
  source: DataSource<unknown, unknown, unknown>,
  properties: JsonObject,
  settings: Settings,
): Promise<JsonObject> {
  const isSecret = !secretsIn([properties], noTraits).paths.isEmpty;
  const result = await ask(source, revealed(properties), {
    config: () => settings.load(),
    connection: () => settings.connect(),
    ...(isSecret && { hiding: { openNames: Object.keys(properties) } }),
  });
  const isObject = isJsonObject(result) && !source.isFreeForm;
  const object = isObject ? result : { [resultName(source.name)]: result };
  const secretFields = source.secretFields?.(result) ?? [];
  return mapValues(object, (value, name) => (isSecret || secretFields.includes(name) ? new Secret(value) : value));
}
