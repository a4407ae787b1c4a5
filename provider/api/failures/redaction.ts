import { escapeUnits } from "../../values/json";
import { mask, minSecretLength } from "../../values/mask";
import { memoize } from "../../values/memoize";

const minKeyLength = 20;

/** The length at which a text is cut, because searching a longer one for secrets would take too long. */
export const maxReadLength = 200_000;

/** The maximum length of the searched text times the number of secret forms, which limits the time of a search. */
const maxCompared = 5_000_000_000;

/** The maximum length of the searched text times the number of secret lengths: about half a second of hashing. */
const maxFingerprints = 100_000;

/** The length of the longest escape of one UTF-16 unit, such as `%E2%82%AC` for the euro sign. */
const maxEscapeLength = 9;

/**
 * The text in place of the mask until all secrets are replaced. If the mask were inserted at once, a secret that is
 * part of the mask's text would be replaced inside the mask. Ordinary text has no U+FFFF: it is no Unicode character.
 */
const placeholder = "\uffff";

/** Secrets that are known only by their fingerprints, which are keyed hashes. */
export interface Fingerprinted {
  /** The lengths of the secrets, in UTF-16 units. */
  lengths: ReadonlySet<number>;
  recognizes: (text: string) => boolean;
}

/**
 * Returns the text with each form of each secret masked (see `listSecretForms`). A long text is cut and ends in `…`.
 * A secret that is known only by its fingerprint is masked only where the text has all of it, plain or escaped.
 */
export function redact(text: string, secrets: readonly string[], fingerprinted?: Fingerprinted): string {
  const lengths = [...(fingerprinted?.lengths ?? [])].filter((length) => length >= minSecretLength);
  let forms = listSecretForms(secrets);
  const limits = [maxReadLength, maxCompared / (forms.length + 1), maxFingerprints / lengths.length];
  const part = text.slice(0, Math.ceil(Math.min(...limits)));
  const recognized = lengths.flatMap((length) => findRecognized(part, length, fingerprinted));
  if (recognized.length > 0) {
    forms = listSecretForms([...secrets, ...recognized]);
  }
  // Skip the forms that are longer than the text, which come first. Otherwise, an error with a thousand short messages
  // would take long if a secret has many forms.
  const fitting = forms.slice(forms.findLastIndex(({ length }) => length > part.length) + 1);
  const hidden = fitting.reduce((rest, form) => rest.replaceAll(form, placeholder), part);
  if (part.length === text.length) {
    return hidden.replaceAll(placeholder, mask);
  }
  // The cut may have split a secret, so drop as many characters from the end as the longest form may have.
  const longest = Math.max(forms[0]?.length ?? 0, ...lengths.map((length) => length * maxEscapeLength));
  return `${hidden.slice(0, Math.max(hidden.length - longest, 0)).replaceAll(placeholder, mask)}…`;
}

/** Returns all texts that are values of these keys, or parts of such values, at any depth. */
export function collectSecretValues(body: unknown, keys: ReadonlySet<string>, isSecret = false): string[] {
  if (typeof body === "string") {
    return isSecret ? [body] : [];
  }
  const properties = typeof body === "object" && body !== null ? Object.entries(body) : [];
  return properties.flatMap(([key, value]) => collectSecretValues(value, keys, isSecret || keys.has(key)));
}

/** Finds possible credentials in a list of packages: logins, and long words with letters and digits, not versions. */
export function findCredentials(text: string): string[] {
  const logins = findLogins(text).flatMap((login) => login.split(":"));
  const words = text.split(/[^A-Za-z0-9_.+-]+/).filter((word) => word.length >= minKeyLength);
  return [...logins, ...words.filter((word) => /[A-Za-z]/.test(word) && /\d/.test(word) && !/^v?\d+\./.test(word))];
}

/** Finds the logins in the URLs of a text. Returns each as written, and its password as written and decoded. */
export function findLogins(text = ""): string[] {
  const afterSlashes = text.split(/[\s"']+/).flatMap((word) => word.split("//").slice(1));
  // Try the text before the first @ and before the last, because a password or a path may also contain an @.
  const starts = afterSlashes.flatMap((part) =>
    [part.indexOf("@"), part.lastIndexOf("@")].map((end) => part.slice(0, Math.max(end, 0))),
  );
  // A text with a slash counts only if a colon comes before it, as in a login, and the colon is not that of a port.
  const found = starts.filter((start) => start && (!start.includes("/") || /^[^/:]*:(?!\d+\/)/.test(start)));
  const logins = [...new Set(found)];
  // Without a colon, all of a login may be a password, such as a token.
  return [...logins, ...logins.flatMap((login) => decodeText(login.slice(login.indexOf(":") + 1)))];
}

/** Returns the parts of this length that are secrets. The text is also searched with its escapes decoded. */
function findRecognized(text: string, length: number, fingerprinted: Fingerprinted | undefined): string[] {
  const found = new Set<string>();
  for (const decoded of decodeText(text)) {
    for (let end = length; end <= decoded.length; end++) {
      const part = decoded.slice(end - length, end);
      if (fingerprinted?.recognizes(part)) {
        found.add(part);
      }
    }
  }
  return [...found];
}

/**
 * Shorter lines and logins in a secret are not hidden, because they are too often ordinary words. Secrets and logins
 * with fewer bytes are not hidden in base64 and hexadecimal.
 */
const minPartLength = 8;

/** HTML escapes. `&` comes first, because the other escapes contain it and must not be escaped again. */
const entities = Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" });

/**
 * Returns the plain, escaped and encoded texts that would reveal one of these secrets, the longest first. The result is
 * computed once for each array, because an error of the platform can have a thousand messages, which share the array.
 */
const listSecretForms = memoize((secrets: readonly string[]): readonly string[] => {
  const forms = secrets.flatMap((secret) => {
    const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
    const logins = findLogins(secret);
    const parts = [...(lines.length > 1 ? lines : []), ...logins].filter(({ length }) => length >= minPartLength);
    // Lines are not encoded one by one, because a file is encoded as a whole, and more forms would take longer.
    const encoded = [secret, ...logins].flatMap(encodeBytes);
    return [...[secret, ...parts].flatMap(escapeText), ...encoded];
  });
  return [...new Set(forms)].filter(({ length }) => length >= minSecretLength).sort((a, b) => b.length - a.length);
});

/** Returns the text as it is, and once for each kind of escape with it decoded. Each `\r\n` becomes `\n`. */
function decodeText(text: string): string[] {
  const percent = /%[0-7][0-9a-f]|%[c-f][0-9a-f](?:%[89ab][0-9a-f])+/gi;
  const decoded = [
    text,
    text.replace(/\\(?:["\\/bfnrt]|u[0-9a-f]{4})/gi, (code) => JSON.parse(`"${code}"`) as string),
    entities.reduceRight((rest, [char, entity]) => rest.replaceAll(entity, char), text.replaceAll("&#x27;", "&#39;")),
    text.replace(percent, decodeCodes),
    text.replaceAll("+", " ").replace(percent, decodeCodes),
  ];
  return [...new Set(decoded.map((each) => each.replaceAll("\r\n", "\n")))];
}

function escapeText(text: string): string[] {
  const lines = text.replaceAll("\r\n", "\n");
  return [...new Set([text, lines, lines.replaceAll("\n", "\r\n")])].flatMap((plain) => {
    const json = JSON.stringify(plain).slice(1, -1);
    const ascii = json.replace(/[^ -~]/g, escapeUnits);
    const html = entities.reduce((escaped, [char, entity]) => escaped.replaceAll(char, entity), plain);
    const wellFormed = plain.toWellFormed();
    const form = new URLSearchParams({ "": wellFormed }).toString().slice(1);
    const uris = [encodeURIComponent(wellFormed), encodeURI(wellFormed), form, form.replaceAll("+", "%20")];
    const upperCase = ascii.replace(/\\u.{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`);
    return [
      ...[plain, json, json.replace(/[<>&]/g, escapeUnits), ascii, upperCase],
      ...[json, ascii].map((escaped) => escaped.replaceAll("/", "\\/")),
      ...["&#39;", "&#x27;", "'"].map((quote) => html.replaceAll("&#39;", quote)),
      ...uris.flatMap((uri) => [uri, uri.replace(/%../g, (code) => code.toLowerCase())]),
    ];
  });
}

function encodeBytes(text: string): string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < minPartLength) {
    return [];
  }
  const hex = bytes.toString("hex");
  // Base64 encodes groups of three bytes, and the text may begin at any of the three positions in a group. Keep only
  // the characters that do not depend on the bytes before and after the text.
  const base64 = [0, 1, 2].map((bytesBefore) =>
    Buffer.concat([Buffer.alloc(bytesBefore), bytes])
      .toString("base64")
      .slice(Math.ceil((bytesBefore * 4) / 3), Math.floor(((bytesBefore + bytes.length) * 4) / 3)),
  );
  return [hex, hex.toUpperCase(), ...base64.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")])];
}

function decodeCodes(codes: string): string {
  try {
    return decodeURIComponent(codes);
  } catch {
    return codes;
  }
}
