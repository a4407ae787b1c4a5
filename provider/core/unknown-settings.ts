import { configKeys } from "../config/config";
import { namespace } from "../config/namespace";
import { suggestNear } from "./check";

/** Takes `keys` without their namespace. */
export function describeUnknownSettings(keys: readonly string[]): { key: string; problem: string }[] {
  const unknown = keys.filter((key) => !configKeys.some((known) => known === key));
  return unknown.map((key) => {
    const meant = suggestNear(key, configKeys, `${namespace}:`);
    const problem = `is not a setting${meant}; remove it. The settings are ${configKeys.join(", ")}`;
    return { key: `${namespace}:${key}`, problem };
  });
}
