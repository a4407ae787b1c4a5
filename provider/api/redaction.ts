const mask = "[secret]";
/** The shortest that the contract allows a credential to be (section 2.1.4). */
const shortestSecret = 3;

/** Replaces every occurrence of a secret, plain or URL-encoded; shorter values would blot out ordinary text. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  // All at once: one after the other, a secret would be found in the mask of another.
  return forms.length > 0 ? text.replace(new RegExp(forms.join("|"), "g"), mask) : text;
}

/** Collects the strings found under `keys`, at any depth of a request body. */
export function secretValues(body: unknown, keys: ReadonlySet<string>): string[] {
  return entriesOf(body).flatMap(([key, value]) => (keys.has(key) ? stringsIn(value) : secretValues(value, keys)));
}

function stringsIn(value: unknown): string[] {
  return typeof value === "string" ? [value] : entriesOf(value).flatMap(([, child]) => stringsIn(child));
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
