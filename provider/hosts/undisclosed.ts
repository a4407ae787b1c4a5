import { formatPropertyPath } from "../core/check";
import { secretValuesKey } from "../core/hidden-properties";
import { mapLeaves, undisclosed, type KeyedPath } from "../core/secrets";
import type { Traits } from "../core/traits";
import { isJsonObject, readValueAt, type JsonObject } from "../values/json";
import { mask } from "../values/mask";
import { OperationError } from "./operation-error";

// For what the program ignores, Pulumi copies the stored inputs into its arguments. The dynamic host cannot hide a value
// that only the platform has, so those inputs have a text in its place, and the value is apart in the state.

/** Arguments with the values that the state keeps apart. */
export function restoreUndisclosed(news: JsonObject, olds: JsonObject): JsonObject {
  const apart = readApart(olds);
  const restore = (leaf: unknown, path: KeyedPath) =>
    leaf === undisclosed ? (readValueAt(apart, path) ?? leaf) : leaf;
  return apart === undefined ? news : (mapLeaves(news, restore) as JsonObject);
}

/** Properties without the texts in place of values, because the program has not declared those. */
export function withoutUndisclosed(properties: JsonObject, { secretMaps, secretIfUndeclared }: Traits): JsonObject {
  const mayHaveAny = secretMaps !== undefined || secretIfUndeclared !== undefined;
  const omit = (leaf: unknown) => (leaf === undisclosed ? undefined : leaf);
  return mayHaveAny ? (mapLeaves(properties, omit) as JsonObject) : properties;
}

/** Throws if arguments have a text in place of a value, which must not be sent. */
export function assertDisclosed(args: JsonObject, olds: JsonObject = {}): void {
  const apart = readApart(olds);
  mapLeaves(args, (leaf, path) => {
    if (leaf === undisclosed || (leaf === mask && readValueAt(apart, path) !== undefined)) {
      const problem = `this change would replace the value on the platform with ${JSON.stringify(leaf)}`;
      const advice = "Declare the value, or take it out of ignoreChanges";
      throw new OperationError(`${formatPropertyPath(path)}: ${problem}. ${advice}`, true);
    }
    return leaf;
  });
}

/** The secrets that a state has apart from their places. */
function readApart(state: JsonObject): unknown {
  const kept = state[secretValuesKey];
  return isJsonObject(kept) ? kept.others : undefined;
}
