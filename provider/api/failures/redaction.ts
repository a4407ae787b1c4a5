import { mask, minSecretLength } from "../../values/mask";
import { collectDecodedTexts, type DecodedText } from "./decoded-texts";
import { listSecretForms } from "./secret-forms";

/** Shorter words do not count as keys. */
const minKeyLength = 20;

/** Longer texts are cut: the rest is not needed, and searching it for secrets takes time. */
export const maxReadLength = 200_000;

/** How many characters may be compared in all: with very many secrets, less of a text is read. */
const maxCompared = 1_000_000_000;

/** How many parts of a text may be compared with fingerprints in all: half a second. */
const maxFingerprints = 100_000;

/** Secrets of which only fingerprints are known. */
export interface Fingerprinted {
  /** Their lengths, in UTF-16 units. */
  lengths: ReadonlySet<number>;
  /** Whether a text is one of them. */
  recognizes: (text: string) => boolean;
}

/** A stretch of text, from its first character up to the one after its last. */
type Stretch = readonly [start: number, end: number];

/**
 * Replaces every occurrence of a secret, however it is escaped, and of each line and each login in it. Of what is known
 * by its fingerprint only, it replaces the whole. Values that are too short to tell from ordinary text stay, and long
 * texts are cut.
 */
export function redact(text: string, secrets: readonly string[], fingerprinted?: Fingerprinted): string {
  const forms = listSecretForms(secrets);
  const lengths = [...(fingerprinted?.lengths ?? [])].filter((length) => length >= minSecretLength);
  const limits = [maxReadLength, maxCompared / (forms.length + 1), maxFingerprints / lengths.length];
  const part = readPart(text, Math.ceil(Math.min(...limits)));
  const isCut = part.length < text.length;
  const findAll = (decoded: DecodedText) => [
    ...findOccurrences(decoded, forms, isCut),
    ...lengths.flatMap((length) => findRecognized(decoded, length, fingerprinted)),
  ];
  const hidden = forms.length + lengths.length > 0 ? collectDecodedTexts(part).flatMap(findAll) : [];
  if (!isCut) {
    return maskStretches(text, hidden);
  }
  // What a cut leaves of a secret has no fingerprint.
  const compared = part.slice(0, part.length + 1 - Math.max(1, ...lengths));
  return `${maskStretches(compared, hidden)}…`;
}

/** Collects the strings found under `keys`, at any depth of a request body. */
export function collectSecretValues(body: unknown, keys: ReadonlySet<string>): string[] {
  return listProperties(body).flatMap(([key, value]) =>
    keys.has(key) ? collectStrings(value) : collectSecretValues(value, keys),
  );
}

/**
 * What looks like a credential in an ordinary text, such as a list of packages: the logins of its addresses, and long
 * words of letters and digits that are not version numbers.
 */
export function findCredentials(text: string): string[] {
  const logins = Array.from(text.matchAll(/\/\/([^\s/@]+)@/g), ([, login = ""]) => login.split(":")).flat();
  const words = text.split(/[^A-Za-z0-9_.+-]+/).filter((word) => word.length >= minKeyLength);
  return [...logins, ...words.filter((word) => /[A-Za-z]/.test(word) && /\d/.test(word) && !/^v?\d+\./.test(word))];
}

/**
 * An escape that a cut may have left incomplete: of JSON, of HTML, or of an address, where several stand for a
 * character.
 */
const cutEscape =
  /(?:\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&[#\da-z]{0,8}|(?:%[c-f][\da-f](?:%[89ab][\da-f])*)?(?:%[\da-f]?)?)$/i;

/** The beginning of a text, without an escape that a cut has left incomplete. */
function readPart(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(cutEscape, "");
}

/** A text that was cut may end with the beginning of a secret. */
function findOccurrences({ content, starts, ends }: DecodedText, forms: readonly string[], isCut: boolean): Stretch[] {
  const found: Stretch[] = [];
  const add = (first: number, last: number) => found.push([starts?.[first] ?? first, ends?.[last] ?? last + 1]);
  for (const secret of forms) {
    // The short ones come first.
    if (secret.length > content.length && !isCut) {
      break;
    }
    for (let at = content.indexOf(secret); at >= 0;) {
      const lastAt = findLastOverlapping(content, secret, at);
      add(at, lastAt + secret.length - 1);
      at = content.indexOf(secret, lastAt + 1);
    }
    const begun = isCut ? measureBeginningAtEnd(content, secret) : 0;
    if (begun >= minSecretLength) {
      add(content.length - begun, content.length - 1);
    }
  }
  return found;
}

/** Compares each part of a length with the fingerprints. */
function findRecognized(
  { content, starts, ends }: DecodedText,
  length: number,
  fingerprinted: Fingerprinted | undefined,
): Stretch[] {
  const found: Stretch[] = [];
  for (let at = 0, last = length - 1; last < content.length; at++, last++) {
    if (fingerprinted?.recognizes(content.slice(at, at + length))) {
      found.push([starts?.[at] ?? at, ends?.[last] ?? last + 1]);
    }
  }
  return found;
}

/** The number of characters at the end of a text that begin a secret. */
function measureBeginningAtEnd(text: string, secret: string): number {
  const end = text.slice(-(secret.length - 1));
  return computeBorders(`${secret.slice(0, text.length)}\0${end}`).at(-1) ?? 0;
}

/**
 * The start of the last in a run of overlapping occurrences that begins at `at`, such as those of `aaa` in `aaaaaaa`.
 */
function findLastOverlapping(content: string, secret: string, at: number): number {
  const period = computePeriod(secret);
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

/** The smallest shift at which a text matches itself; its length if there is none. */
function computePeriod(text: string): number {
  return text.length - (computeBorders(text).at(-1) ?? 0);
}

/**
 * For each prefix of a text, the length of its longest proper prefix that is also its suffix (Knuth, Morris, Pratt).
 */
function computeBorders(text: string): number[] {
  const borders: number[] = [0];
  let border = 0;
  for (let index = 1; index < text.length; index++) {
    while (border > 0 && text[index] !== text[border]) {
      border = borders[border - 1] ?? 0;
    }
    border += text[index] === text[border] ? 1 : 0;
    borders[index] = border;
  }
  return borders;
}

/** Masks the stretches; overlapping ones get one mask. */
function maskStretches(text: string, hidden: Stretch[]): string {
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

function collectStrings(value: unknown): string[] {
  return typeof value === "string" ? [value] : listProperties(value).flatMap(([, child]) => collectStrings(child));
}

function listProperties(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
