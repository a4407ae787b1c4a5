/** Which of the accepted keys a request carried; the key itself is kept out of the log. */
export interface Credential {
  /** Position of the key in `apiKeys`. */
  readonly index: number;
  /** Whether it was the key's `-readonly` companion. */
  readonly readOnly: boolean;
}

const readOnlySuffix = "-readonly";

/**
 * Finds the key of an `Authorization: apikey <KEY>` header (contract 5); the scheme is case-insensitive (facts).
 * Every accepted key also has a companion, the same text with `-readonly`, which may read only.
 */
export function findCredential(header: string | undefined, apiKeys: readonly string[]): Credential | undefined {
  const key = /^apikey (\S+)$/i.exec(header ?? "")?.[1];
  if (key === undefined) return undefined;
  for (const [index, accepted] of apiKeys.entries()) {
    if (key === accepted) return { index, readOnly: accepted.endsWith(readOnlySuffix) };
    if (key === accepted + readOnlySuffix) return { index, readOnly: true };
  }
  return undefined;
}
