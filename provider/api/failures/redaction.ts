import { escapeUnits } from "../../values/json";
import { mask, minSecretLength } from "../../values/mask";
import { memoize } from "../../values/memoize";

const minKeyLength = 20;

/** A longer text is cut, because searching all of it for secrets would take too long. */
export const maxReadLength = 200_000;

/** Limits the time of the search: the more forms the secrets have, the less of the text is read. */
const maxCompared = 5_000_000_000;

/** Limits the time of the search by fingerprint to about half a second. */
const maxFingerprints = 100_000;

/** The length of the longest escape of one UTF-16 unit, such as `%E2%82%AC` for the euro sign. */
const maxEscapeLength = 9;

/**
 * Stands in for the mask until all secrets are replaced. If the mask were inserted at once, a secret that is part of
 * the mask's text would be replaced inside it. U+FFFF is not a Unicode character, so ordinary text does not contain it.
 */
const placeholder = "\uffff";

/** Secrets that are known only by their fingerprints, which are keyed hashes. */
export interface Fingerprinted {
  /** The lengths of the secrets, in UTF-16 units. */
  lengths: ReadonlySet<number>;
  recognizes: (text: string) => boolean;
}

/**
 * Masks each form of each secret (see `listSecretForms`), and cuts long texts. A secret that is known only by its
 * fingerprint is found only where the text contains all of it, plain or escaped.
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
  // Skip forms that are longer than the text: an error can have a thousand short messages, and a secret many forms.
  const fitting = forms.slice(forms.findLastIndex(({ length }) => length > part.length) + 1);
  const hidden = fitting.reduce((rest, form) => rest.replaceAll(form, placeholder), part);
  if (part.length === text.length) {
    return hidden.replaceAll(placeholder, mask);
  }
  // The cut may have split a secret, so drop as many characters from the end as the longest form may have.
  const longest = Math.max(forms[0]?.length ?? 0, ...lengths.map((length) => length * maxEscapeLength));
  return `${hidden.slice(0, Math.max(hidden.length - longest, 0)).replaceAll(placeholder, mask)}…`;
}

export function collectSecretValues(body: unknown, keys: ReadonlySet<string>, isSecret = false): string[] {
  if (typeof body === "string") {
    return isSecret ? [body] : [];
  }
  const properties = typeof body === "object" && body !== null ? Object.entries(body) : [];
  return properties.flatMap(([key, value]) => collectSecretValues(value, keys, isSecret || keys.has(key)));
}

/** Finds logins in URLs, and long words with a letter and a digit that are no version, in a list of packages. */
export function findCredentials(text: string): string[] {
  const logins = findLogins(text).flatMap((login) => login.split(":"));
  const words = text.split(/[^A-Za-z0-9_.+-]+/).filter((word) => word.length >= minKeyLength);
  return [...logins, ...words.filter((word) => /[A-Za-z]/.test(word) && /\d/.test(word) && !/^v?\d+\./.test(word))];
}

/** Finds the logins in the URLs of a text. Returns each as written, and its password as written and decoded. */
export function findLogins(text = ""): string[] {
  const afterSlashes = text.split(/[\s"']+/).flatMap((word) => word.split("//").slice(1));
  // A password may contain an @ that is not encoded, and a path one before a version, so try the first and the last.
  const starts = afterSlashes.flatMap((part) =>
    [part.indexOf("@"), part.lastIndexOf("@")].map((end) => part.slice(0, Math.max(end, 0))),
  );
  const found = starts.filter((start) => start && (!start.includes("/") || /^[^/:]*:(?!\d+\/)/.test(start)));
  const logins = [...new Set(found)];
  return [...logins, ...logins.flatMap((login) => decodeText(login.slice(login.indexOf(":") + 1)))];
}

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
 * Shorter lines and logins in a secret are not hidden, because they are too often ordinary words. Texts with fewer
 * bytes are also not searched for in base64 and hexadecimal.
 */
const minPartLength = 8;

/** HTML escapes. `&` comes first, because the other escapes contain it and must not be escaped again. */
const entities = Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" });

/**
 * Lists the plain, escaped and encoded texts that would reveal one of these secrets, the longest first. They are
 * computed once for each array, because an error of the platform can name a thousand fields.
 */
const listSecretForms = memoize((secrets: readonly string[]): readonly string[] => {
  const forms = secrets.flatMap((secret) => {
    const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
    const logins = findLogins(secret);
    const parts = [...(lines.length > 1 ? lines : []), ...logins].filter(({ length }) => length >= minPartLength);
    // Lines are not encoded one by one: a file is encoded as a whole, and so many forms would take long to search for.
    const encoded = [secret, ...logins].flatMap(encodeBytes);
    return [...[secret, ...parts].flatMap(escapeText), ...encoded];
  });
  return [...new Set(forms)].filter(({ length }) => length >= minSecretLength).sort((a, b) => b.length - a.length);
});

/** Returns the text plain, and with each kind of escape of `escapeText` decoded. Each `\r\n` becomes `\n`. */
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
  // Base64 encodes groups of three bytes, and the text may begin at each of the three positions in a group. Keep the
  // characters that depend on the bytes of the text alone.
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
