import { readings } from "./readings";

/** The shortest that the contract allows a credential to be (section 2.1.4). */
export const shortestSecret = 3;

/** The shortest part of a secret that is hidden by itself; shorter ones are ordinary words too often. */
const shortestPart = 8;

const known = new WeakMap<readonly string[], readonly string[]>();

/**
 * The texts to hide where these secrets must not be shown, the short ones first. They are prepared once for each list: a
 * refusal can name a thousand fields, and a secret can have a thousand lines.
 */
export function formsOf(secrets: readonly string[]): readonly string[] {
  const forms = known.get(secrets) ?? preparedForms(secrets);
  known.set(secrets, forms);
  return forms;
}

function preparedForms(secrets: readonly string[]): readonly string[] {
  const forms = secrets
    .flatMap((secret) => [secret, ...partsOf(secret)])
    .filter((form) => form.length >= shortestSecret)
    .map((form) => form.replaceAll("\r\n", "\n"));
  return [...new Set(forms)].sort((a, b) => a.length - b.length);
}

/** What may come back of a long secret: one of its lines, or the login of an address in it. */
function partsOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/);
  const logins = Array.from(secret.matchAll(/\/\/(?:[^\s/@:]*:)?([^\s/@:]+)@/g), ([, login = ""]) => login);
  // As the address has the login, and as it is sent.
  const written = logins.flatMap((login) => readings(login).map(({ content }) => content));
  return [...(lines.length > 1 ? lines : []), ...written]
    .map((part) => part.trim())
    .filter((part) => part.length >= shortestPart);
}
