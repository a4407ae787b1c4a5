import * as pulumi from "@pulumi/pulumi";
import { isCredential, mayHoldCredentials, type Path } from "../core/secrets";
import type { Traits } from "../core/traits";
import { isJsonObject, mapValues, type JsonObject } from "../values/json";
import { isDeferred, isKnown, outputOf } from "./program";

/** What is at a path, with each credential in it marked as a secret by itself, so that a diff still shows the rest. */
export function withMarks(value: unknown, path: Path, traits: Traits): unknown {
  if (value === undefined || !mayHoldCredentials(path, traits)) {
    return value;
  }
  if (isCredential(path, traits)) {
    return pulumi.secret(value);
  }
  if (isDeferred(value)) {
    // `apply` leaves the outputs inside as they are; joined, one secret would hide all.
    return outputOf(value).apply((known) => withMarks(known, path, traits));
  }
  return isJsonObject(value) ? mapValues(value, (child, key) => withMarks(child, [...path, key], traits)) : value;
}

/** Marks the credentials among arguments that are no lists. */
export function markCredentials(args: JsonObject, traits: Traits): JsonObject {
  return mapValues(args, (value, property) => withMarks(value, [property], traits));
}

/** Where the arguments are secret because the program says so. The host that serves the resource is not told otherwise. */
export async function secretPathsIn(args: JsonObject, traits: Traits): Promise<Path[]> {
  const found: Path[] = [];
  const look = async (value: unknown, path: Path): Promise<void> => {
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
