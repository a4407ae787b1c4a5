import { configKeys } from "../config/config";
import { namespace } from "../config/namespace";
import { findNear } from "./check";

/** What is wrong with each of these keys, named without their namespace, if it is no setting. */
export function describeUnknownSettings(keys: readonly string[]): { key: string; problem: string }[] {
  const unknown = keys.filter((key) => !configKeys.some((known) => known === key));
  return unknown.map((key) => {
    const near = findNear(key, configKeys);
    const meant = near === undefined ? "" : ` (did you mean "${namespace}:${near}"?)`;
    return {
      key: `${namespace}:${key}`,
      problem: `is not a setting${meant}; remove it. The settings are ${configKeys.join(", ")}`,
    };
  });
}
