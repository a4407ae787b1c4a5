import * as pulumi from "@pulumi/pulumi";
import { countStepsToCredential, isCredential } from "../core/secrets";
import type { Traits } from "../core/traits";
import type { KeyedPath } from "../core/tree";
import { isJsonObject, mapValues, type JsonObject } from "../values/json";
import { isDeferred, isKnown, toOutput } from "./inputs";

/** Marks each credential in arguments, or at a path of them, as a secret of its own: a diff still shows the rest. */
export function markCredentials(value: unknown, traits: Traits, path: KeyedPath = []): unknown {
  const steps = countStepsToCredential(path, traits);
  if (value === undefined || steps === undefined) {
    return value;
  }
  if (steps === 0) {
    return pulumi.secret(value);
  }
  if (isDeferred(value)) {
    // Nested outputs stay outputs inside `apply`; if they were unwrapped, one secret would hide everything.
    return toOutput(value).apply((known) => markCredentials(known, traits, path));
  }
  return isJsonObject(value) ? mapValues(value, (child, key) => markCredentials(child, traits, [...path, key])) : value;
}

/** Finds the paths that the program made secret, which Pulumi does not tell the host of dynamic providers. */
export async function findSecretPaths(args: JsonObject, traits: Traits): Promise<KeyedPath[]> {
  const found: KeyedPath[] = [];
  const look = async (value: unknown, path: KeyedPath): Promise<void> => {
    if (isCredential(path, traits)) {
      return;
    }
    if (value instanceof Promise) {
      return look(await value, path);
    }
    if (pulumi.Output.isInstance<unknown>(value)) {
      if (await pulumi.isSecret(value)) {
        found.push(path);
      } else if (await isKnown(value)) {
        await look(await (value as unknown as { promise(): Promise<unknown> }).promise(), path);
      }
      return;
    }
    if (Array.isArray(value) || isJsonObject(value)) {
      await Promise.all(Object.entries(value).map(([key, child]) => look(child, [...path, key])));
    }
  };
  await look(args, []);
  return found.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
