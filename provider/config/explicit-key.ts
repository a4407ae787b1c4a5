import { namespace } from "./namespace";
import type { ConfigProblem } from "./problem";

/**
 * What is wrong with an explicit provider that has an address and no key: the key of the environment is not for that
 * address. Not in `config.ts`, which programs do not load.
 */
export function checkExplicitKey({
  apiKey,
  baseUrl,
}: {
  apiKey?: unknown;
  baseUrl?: unknown;
}): ConfigProblem | undefined {
  return baseUrl && !apiKey
    ? {
        key: `${namespace}:apiKey`,
        problem:
          "is not set on the Provider, which has a baseUrl of its own, and the key from the environment is not sent there",
        advice: "set apiKey on the Provider, or remove its baseUrl",
      }
    : undefined;
}
