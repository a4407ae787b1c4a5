import { escapeUnits } from "../../values/json";
import { mask, minSecretLength } from "../../values/mask";
import { memoize } from "../../values/memoize";

const minKeyLength = 20;

/** Longer texts are cut: the rest is not needed, and searching it for secrets takes time. */
export const maxReadLength = 200_000;

/** Limits the comparisons: the more secrets there are, the less of a text is read. */
const maxCompared = 5_000_000_000;

/** Limits the comparisons with fingerprints to half a second. */
const maxFingerprints = 100_000;

/** The longest escape of one character. */
const maxEscapeLength = 9;

/** Stands for the mask until all secrets are replaced, since one may be part of the mask. Not a Unicode character. */
const placeholder = "\uffff";

export interface Fingerprinted {
  /** The lengths of the secrets, in UTF-16 units. */
  lengths: ReadonlySet<number>;
  recognizes: (text: string) => boolean;
}

/**
 * Replaces secrets in all forms of `listSecretForms`, the longest first. A secret of which only the fingerprint is
 * known is replaced where it stands as a whole, plain or escaped. Values too short to tell from ordinary text stay, and
 * long texts are cut.
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
  // A refusal can have a thousand short texts, and a secret thousands of forms.
  const fitting = forms.slice(forms.findLastIndex(({ length }) => length > part.length) + 1);
  const hidden = fitting.reduce((rest, form) => rest.replaceAll(form, placeholder), part);
  if (part.length === text.length) {
    return hidden.replaceAll(placeholder, mask);
  }
  // The cut may have left the beginning of a secret.
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

/** What looks like a credential in a package list: logins in addresses, and long words with digits, except versions. */
export function findCredentials(text: string): string[] {
  const logins = findLogins(text).flatMap((login) => login.split(":"));
  const words = text.split(/[^A-Za-z0-9_.+-]+/).filter((word) => word.length >= minKeyLength);
  return [...logins, ...words.filter((word) => /[A-Za-z]/.test(word) && /\d/.test(word) && !/^v?\d+\./.test(word))];
}

/** The logins in the addresses of a text, and the passwords in them, as written and with escapes decoded. */
export function findLogins(text = ""): string[] {
  const afterSlashes = text.split(/[\s"']+/).flatMap((word) => word.split("//").slice(1));
  // A password that is not percent-encoded may itself have an @; so may a path, such as one with a version.
  const starts = afterSlashes.flatMap((part) =>
    [part.indexOf("@"), part.lastIndexOf("@")].map((end) => part.slice(0, Math.max(end, 0))),
  );
  const found = starts.filter((start) => start && (!start.includes("/") || /^[^/:]*:(?!\d+\/)/.test(start)));
  const logins = [...new Set(found)];
  return [...logins, ...logins.flatMap((login) => decodeText(login.slice(login.indexOf(":") + 1)))];
}

/** The parts of the given length, plain or with escapes decoded, that have a known fingerprint. */
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

/** Shorter parts of a secret are not hidden: they are too often ordinary words. */
const minPartLength = 8;

/** Escapes of HTML; `&` comes first, since it is part of the others. */
const entities = Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" });

/**
 * The texts that reveal these secrets, the longest first: each secret and each line and login in it, plain and escaped
 * as in JSON, HTML and addresses; secrets and logins in base64 and hexadecimal, too. Computed once for each list: a
 * refusal can name a thousand fields, and a secret can have a thousand lines.
 */
const listSecretForms = memoize((secrets: readonly string[]): readonly string[] => {
  const forms = secrets.flatMap((secret) => {
    const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
    const logins = findLogins(secret);
    const parts = [...(lines.length > 1 ? lines : []), ...logins].filter(({ length }) => length >= minPartLength);
    // Not each line: a file in base64 is one text, and so many forms would take long to search for.
    const encoded = [secret, ...logins].flatMap(encodeBytes);
    return [...[secret, ...parts].flatMap(escapeText), ...encoded];
  });
  return [...new Set(forms)].filter(({ length }) => length >= minSecretLength).sort((a, b) => b.length - a.length);
});

/** The text, plain and with the escapes of `escapeText` decoded; lines end with `\n`. */
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

/** A text as programs write binary data: in hexadecimal, and in base64 in either alphabet. */
function encodeBytes(text: string): string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < minPartLength) {
    return [];
  }
  const hex = bytes.toString("hex");
  // The characters that depend on these bytes alone, for each position of the first byte in a group of three.
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
