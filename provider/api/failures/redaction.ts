import { mask, minSecretLength } from "../../values/mask";
import { decodeText, listSecretForms } from "./secret-forms";

/** Shorter words do not count as keys. */
const minKeyLength = 20;

/** Longer texts are cut: the rest is not needed, and searching it for secrets takes time. */
export const maxReadLength = 200_000;

/** How many characters may be compared in all: with very many secrets, less of a text is read. */
const maxCompared = 5_000_000_000;

/** How many parts of a text may be compared with fingerprints in all: half a second. */
const maxFingerprints = 100_000;

/** How many characters of a text may stand for one of a secret. */
const maxEscapeLength = 9;

/** Stands for the mask until all secrets are replaced: one of them may be a part of the mask. In Unicode it is no character. */
const placeholder = "\uffff";

/** Secrets of which only fingerprints are known. */
export interface Fingerprinted {
  /** Their lengths, in UTF-16 units. */
  lengths: ReadonlySet<number>;
  /** Whether a text is one of them. */
  recognizes: (text: string) => boolean;
}

/**
 * Replaces secrets, in the forms of `listSecretForms`, one after the other, the longest first. What is known by its
 * fingerprint only is replaced where the whole of it stands, as it is or escaped. Values that are too short to tell from
 * ordinary text stay, and long texts are cut.
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
  // A refusal can have a thousand short texts, and a secret many thousand forms.
  const fitting = forms.slice(forms.findLastIndex(({ length }) => length > part.length) + 1);
  const hidden = fitting.reduce((rest, form) => rest.replaceAll(form, placeholder), part);
  if (part.length === text.length) {
    return hidden.replaceAll(placeholder, mask);
  }
  // The cut may have left the beginning of a secret.
  const longest = Math.max(forms[0]?.length ?? 0, ...lengths.map((length) => length * maxEscapeLength));
  return `${hidden.slice(0, Math.max(hidden.length - longest, 0)).replaceAll(placeholder, mask)}…`;
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

/** The parts of a text of that length, as it is or with escapes decoded, that have a known fingerprint. */
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

function collectStrings(value: unknown): string[] {
  return typeof value === "string" ? [value] : listProperties(value).flatMap(([, child]) => collectStrings(child));
}

function listProperties(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
