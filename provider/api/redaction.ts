const mask = "[secret]";
const shortestSecret = 4;

/** Replaces every occurrence of a secret, plain or URL-encoded; very short values would blot out ordinary text. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, secret) => redacted.replaceAll(secret, mask), text);
}

/** Collects the strings found under `keys` at any depth of a request body. */
export function secretValues(body: unknown, keys: ReadonlySet<string>): string[] {
  if (typeof body !== "object" || body === null) {
    return [];
  }
  return Object.entries(body).flatMap(([key, value]) =>
    keys.has(key) && typeof value === "string" ? [value] : secretValues(value, keys),
  );
}
