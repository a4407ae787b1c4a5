import { namespace } from "./namespace";

/**
 * What is wrong with an explicit provider that has an address and no key: the key of the environment is not for that
 * address. Not in `config.ts`, which programs do not load.
 */
export function checkExplicitKey({ apiKey, baseUrl }: { apiKey?: unknown; baseUrl?: unknown }): string | undefined {
  return baseUrl && !apiKey
    ? `${namespace}:apiKey is not set on the Provider, which has a baseUrl of its own, and the key of the environment ` +
        "does not go there; set apiKey on the Provider, or remove its baseUrl"
    : undefined;
}
