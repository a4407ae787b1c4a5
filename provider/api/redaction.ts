import { readings, type Reading } from "./readings";

const mask = "[secret]";
/** The shortest that the contract allows a credential to be (section 2.1.4). */
const shortestSecret = 3;
/** The shortest part of a secret that is hidden by itself; shorter ones are ordinary words too often. */
const shortestPart = 8;

/** The shortest word that is taken for a key. */
const shortestKey = 20;

/** As much of a text as is read: the rest of a longer one is not needed, and searching it for secrets takes time. */
export const longestRead = 200_000;

/** A stretch of text, from its first character up to the one after its last. */
type Stretch = readonly [start: number, end: number];

/**
 * Replaces every occurrence of a secret, however it is escaped, and of each line and each login in it; shorter values
 * would blot out ordinary text. A text that is too long to read is cut.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const wanted = new Set(
    secrets
      .flatMap((secret) => [secret, ...partsOf(secret)])
      .filter((secret) => secret.length >= shortestSecret)
      .map((secret) => secret.replaceAll("\r\n", "\n")),
  );
  const read = text.slice(0, longestRead);
  const hidden = wanted.size > 0 ? readings(read).flatMap((reading) => occurrences(reading, wanted)) : [];
  return read === text ? masked(text, hidden) : `${masked(withoutCutSecret(read, wanted), hidden)}…`;
}

/** Collects the strings found under `keys`, at any depth of a request body. */
export function secretValues(body: unknown, keys: ReadonlySet<string>): string[] {
  return entriesOf(body).flatMap(([key, value]) => (keys.has(key) ? stringsIn(value) : secretValues(value, keys)));
}

/**
 * What looks like a credential in an ordinary text, such as a list of packages: the logins of its addresses, and long
 * words of letters and digits that are no versions.
 */
export function credentialsIn(text: string): string[] {
  const logins = Array.from(text.matchAll(/\/\/([^\s/@]+)@/g), ([, login = ""]) => login.split(":")).flat();
  const words = text.split(/[^A-Za-z0-9_.+-]+/).filter((word) => word.length >= shortestKey);
  return [...logins, ...words.filter((word) => /[A-Za-z]/.test(word) && /\d/.test(word) && !/^v?\d+\./.test(word))];
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

/** A text that was cut off may end with the beginning of a secret. */
function withoutCutSecret(text: string, wanted: ReadonlySet<string>): string {
  const longest = [...wanted].reduce((length, secret) => Math.max(length, secret.length), 0);
  return text.slice(0, -longest || undefined);
}

function occurrences({ content, starts, ends }: Reading, wanted: Iterable<string>): Stretch[] {
  const found: Stretch[] = [];
  for (const secret of wanted) {
    for (let at = content.indexOf(secret); at >= 0;) {
      const lastAt = lastOverlapping(content, secret, at);
      const last = lastAt + secret.length - 1;
      found.push([starts?.[at] ?? at, ends?.[last] ?? last + 1]);
      at = content.indexOf(secret, lastAt + 1);
    }
  }
  return found;
}

/** Where the last of the occurrences begins that overlap each other, as those of `aaa` in `aaaaaaa` do from `at` on. */
function lastOverlapping(content: string, secret: string, at: number): number {
  const period = periodOf(secret);
  if (period === secret.length) {
    return at;
  }
  let end = at + secret.length;
  while (end < content.length && content[end] === content[end - period]) {
    end++;
  }
  const moved = end - at - secret.length;
  return at + moved - (moved % period);
}

/** By how much a text must be moved to fit on itself; its length if it never does before. */
function periodOf(text: string): number {
  // For each character, how many before and with it are the beginning of the text, too.
  const borders: number[] = [];
  let border = 0;
  for (let index = 1; index < text.length; index++) {
    while (border > 0 && text[index] !== text[border]) {
      border = borders[border - 1] ?? 0;
    }
    border += text[index] === text[border] ? 1 : 0;
    borders[index] = border;
  }
  return text.length - border;
}

/** One mask for stretches that overlap. */
function masked(text: string, hidden: Stretch[]): string {
  let result = "";
  let done = 0;
  for (const [start, end] of hidden.sort(([a], [b]) => a - b)) {
    if (start >= done && start < text.length) {
      result += text.slice(done, start) + mask;
    }
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

function stringsIn(value: unknown): string[] {
  return typeof value === "string" ? [value] : entriesOf(value).flatMap(([, child]) => stringsIn(child));
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
