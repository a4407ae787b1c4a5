import { minSecretLength } from "../../values/mask";
import { memoize } from "../../values/memoize";
import { collectDecodedTexts } from "./decoded-texts";

/** The shortest part of a secret that is hidden by itself; shorter ones are ordinary words too often. */
const minPartLength = 8;

/**
 * The texts to hide where these secrets must not be shown, the short ones first. They are prepared once for each list:
 * a refusal can name a thousand fields, and a secret can have a thousand lines.
 */
export const listSecretForms = memoize((secrets: readonly string[]): readonly string[] => {
  const forms = secrets
    .flatMap((secret) => {
      const logins = extractLogins(secret);
      // Not of each line: a file that is sent in base64 is one text, and as many forms would take long to search for.
      return [secret, ...splitLines(secret), ...logins, ...[secret, ...logins].flatMap(encodeForms)];
    })
    .filter((form) => form.length >= minSecretLength)
    .map((form) => form.replaceAll("\r\n", "\n"));
  return [...new Set(forms)].sort((a, b) => a.length - b.length);
});

/** The lines of a secret that has several: each may come back alone. */
function splitLines(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/);
  return lines.length > 1 ? lines.map((line) => line.trim()).filter(isLongEnough) : [];
}

/** The logins of the addresses in a secret, as the addresses have them, and as they are sent. */
function extractLogins(secret: string): string[] {
  const logins = Array.from(secret.matchAll(/\/\/(?:[^\s/@:]*:)?([^\s/@:]+)@/g), ([, login = ""]) => login);
  return logins
    .flatMap((login) => collectDecodedTexts(login).map(({ content }) => content.trim()))
    .filter(isLongEnough);
}

function isLongEnough(part: string): boolean {
  return part.length >= minPartLength;
}

/** A text as programs write binary data: in hexadecimal and in base64, in either alphabet. */
function encodeForms(text: string): string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < minPartLength) {
    return [];
  }
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].map((bytesBefore) => encodeBase64Within(bytes, bytesBefore));
  const urlSafe = base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  return [hex, hex.toUpperCase(), ...base64, ...urlSafe];
}

/**
 * The base64 characters that depend on these bytes alone, if `bytesBefore` bytes of their group of three come first.
 */
function encodeBase64Within(bytes: Buffer, bytesBefore: number): string {
  const written = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString("base64");
  return written.slice(Math.ceil((bytesBefore * 4) / 3), Math.floor(((bytesBefore + bytes.length) * 4) / 3));
}
