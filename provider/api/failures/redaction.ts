import { escapeUnits } from "../../values/json";
import { mask, minSecretLength } from "../../values/mask";
import { memoize } from "../../values/memoize";

const minKeyLength = 20;

/** The length at which a text is cut, because searching a longer one for secrets would take too long. */
export const maxReadLength = 200_000;

/** The maximum of the text's length times the number of secret forms, which limits the time of a search. */
const maxCompared = 5_000_000_000;

/** The maximum of the text's length times the size of `lengths`: half a second of hashing per decoded copy. */
const maxFingerprints = 100_000;

/** The length of the longest escape of one UTF-16 unit, such as `%E2%82%AC` for the euro sign. */
const maxEscapeLength = 9;

/** Stands for the mask until all secrets are replaced, because a secret can be a part of the mask's text. */
const placeholder = "\uffff";

/** Secrets that are known only by their fingerprints, which are keyed hashes. */
export interface Fingerprinted {
  lengths: ReadonlySet<number>;
  recognizes: (text: string) => boolean;
}

/**
 * Masks each form of each secret (see `listSecretForms`). A long text is cut, and ends in `…`. A secret that is known
 * only by its fingerprint is masked only if the text has all of it, plain or escaped.
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
  // Skip the forms that are longer than the text, which come first. This saves much time on a thousand short messages.
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
  // A text with a slash is a login only if a colon comes before the slash, and does not begin a port.
  const found = starts.filter((start) => start && (!start.includes("/") || /^[^/:]*:(?!\d+\/)/.test(start)));
  const logins = [...new Set(found)];
  // Without a colon, all of a login may be a password, such as a token.
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

/** Shorter lines and logins are often ordinary words, so they are not hidden, nor is base64 or hex of fewer bytes. */
const minPartLength = 8;

/** HTML escapes. `&` comes first, because the other escapes contain it and must not be escaped again. */
const entities = Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" });

/** Returns the longest form first. Memoized, because an error can have a thousand messages, which share the array. */
const listSecretForms = memoize((secrets: readonly string[]): readonly string[] => {
  const forms = secrets.flatMap((secret) => {
    const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
    const logins = findLogins(secret);
    const parts = [...(lines.length > 1 ? lines : []), ...logins].filter(({ length }) => length >= minPartLength);
    // Lines are not encoded one by one, because a file is encoded as a whole.
    const encoded = [secret, ...logins].flatMap(encodeBytes);
    return [...[secret, ...parts].flatMap(escapeText), ...encoded];
  });
  return [...new Set(forms)].filter(({ length }) => length >= minSecretLength).sort((a, b) => b.length - a.length);
});

/** Returns the text itself and, for each kind of escape, a copy with it decoded; each also with `\n` for `\r\n`. */
function decodeText(text: string): string[] {
  const percent = /%[0-7][0-9a-f]|%[c-f][0-9a-f](?:%[89ab][0-9a-f])+/gi;
  const percentDecoded = [text, text.replaceAll("+", " ")].map((form) =>
    form.replace(percent, (codes) => {
      try {
        return decodeURIComponent(codes);
      } catch {
        return codes;
      }
    }),
  );
  const decoded = [
    text,
    text.replace(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/g, (code) => JSON.parse(`"${code}"`) as string),
    entities.reduceRight((rest, [char, entity]) => rest.replaceAll(entity, char), text.replaceAll("&#x27;", "&#39;")),
    ...percentDecoded,
  ];
  return [...new Set(decoded.flatMap((each) => [each, each.replaceAll("\r\n", "\n")]))];
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
  // The text may begin at any byte of a group of three. Keep the characters that do not depend on the bytes around it.
  const base64 = [0, 1, 2].map((bytesBefore) =>
    Buffer.concat([Buffer.alloc(bytesBefore), bytes])
      .toString("base64")
      .slice(Math.ceil((bytesBefore * 4) / 3), Math.floor(((bytesBefore + bytes.length) * 4) / 3)),
  );
  return [hex, hex.toUpperCase(), ...base64.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")])];
}
