/** The accepted key of a request, without the key itself, for the log. */
export interface Credential {
  /** Position of the key in `apiKeys`. */
  readonly index: number;
  /** Whether it may only read. */
  readonly readOnly: boolean;
}

const readOnlySuffix = "-readonly";

/**
 * Finds the key of an `Authorization: apikey <KEY>` header (contract 5); the scheme is case-insensitive (platform
 * facts). `<key>-readonly` is accepted for each key, too, and may only read.
 */
export function findCredential(header: string | undefined, apiKeys: readonly string[]): Credential | undefined {
  const key = /^apikey (\S+)$/i.exec(header ?? "")?.[1];
  if (key === undefined) {
    return undefined;
  }
  for (const [index, accepted] of apiKeys.entries()) {
    if (key === accepted) {
      return { index, readOnly: accepted.endsWith(readOnlySuffix) };
    }
    if (key === accepted + readOnlySuffix) {
      return { index, readOnly: true };
    }
  }
  return undefined;
}
