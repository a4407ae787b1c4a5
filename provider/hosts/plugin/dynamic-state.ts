import type { Traits } from "../../core/traits";
import { pick, type JsonObject } from "../../json";
import { injectSecrets } from "../dynamic/inject-secrets";

/** The text by which the dynamic provider's host loads the package. */
const literalKey = "__provider";

/**
 * Properties as this host keeps them, of a resource that may have been the dynamic provider's: there, the secrets of a
 * list are kept beside it.
 */
export function withoutDynamicForm(properties: JsonObject, { arraySecrets }: Traits): JsonObject {
  const own = pick(properties, (key) => key !== literalKey);
  return arraySecrets && arraySecrets.map in own ? injectSecrets(own, arraySecrets) : own;
}
