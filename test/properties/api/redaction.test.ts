import fc from "fast-check";
import { maxReadLength, redact } from "../../../provider/api/failures/redaction";
import { Fingerprints } from "../../../provider/core/fingerprints";
import { tries } from "../tries";

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "&#39;");
const inUnits = (text: string, units: RegExp) =>
  text.replace(units, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const form = (text: string) => new URLSearchParams({ v: text }).toString().slice(2);
const lowerCodes = (text: string) => text.replace(/(?:%[0-9A-F]{2})+/g, (codes) => codes.toLowerCase());

/** The forms in which a text comes back. */
const encodings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  JSON: json,
  "JSON, slashes escaped": (text) => json(text).replaceAll("/", "\\/"),
  "JSON, signs of HTML escaped": (text) => inUnits(json(text), /[<>&]/g),
  "JSON, ASCII only": (text) => inUnits(json(text), /[^ -~]/g),
  "JSON, ASCII only, slashes escaped": (text) => inUnits(json(text), /[^ -~]/g).replaceAll("/", "\\/"),
  HTML: html,
  URL: encodeURIComponent,
  "URL, lower case": (text) => lowerCodes(encodeURIComponent(text)),
  "URL, whole": encodeURI,
  form,
  "form, lower case": (text) => lowerCodes(form(text)),
  "form, spaces as codes": (text) => form(text).replaceAll("+", "%20"),
};

/** Any text, with many of the characters that are escaped. */
const secrets = fc
  .array(fc.oneof(fc.string({ unit: "binary", maxLength: 4 }), fc.constantFrom(..." \n\t\"'\\/&<>%+=#?@:;é€😀")), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""))
  .filter((secret) => secret.length >= 3);

/** Tries something with any secrets. */
const withSecrets = (expectHidden: (secret: string) => void) =>
  fc.assert(fc.property(secrets, expectHidden), tries(100));

describe.each(Object.entries(encodings))("%s", (_, encode) => {
  it("hides any secret of three characters and more", () => {
    withSecrets((secret) => expect(redact(encode(secret), [secret])).toBe("[secret]"));
  });

  it("hides its beginning at the end of a text that is too long to read", () => {
    const secret = 't/k"\u00e9\ud83d\ude00&';
    const encoded = encode(secret);
    for (let length = 1; length <= encoded.length; length++) {
      const shown = redact(".".repeat(maxReadLength - length) + encoded + "x".repeat(100), [secret]);
      expect(shown.length).toBeLessThan(maxReadLength + 20);
      expect(shown.replace(/^\.+/, "")).not.toContain(encode(secret.slice(0, 3)));
    }
  });

  it("hides only the secret within other text", () => {
    withSecrets((secret) => {
      fc.pre(!/^[ .:[\]a-z]*$/.test(secret) && !secret.includes("\r"));
      const shown = redact(`key: ${encode(secret)} .`, [secret]);
      expect(shown.startsWith("key:") && shown.endsWith(".") && shown.includes("[secret]")).toBe(true);
      expect(shown).not.toContain(encode(secret));
    });
  });
});

it.each(Object.entries(encodings))("a secret of which only the fingerprint is known is hidden: %s", (_, encode) => {
  withSecrets((secret) => {
    const fingerprinted = Fingerprints.parse(undefined).updateAfter("change", new Map([["token", secret]]));
    expect(redact(encode(secret), [], fingerprinted)).toBe("[secret]");
    const withLines = Fingerprints.parse(undefined).updateAfter("change", new Map([["token", `${secret}\r\nlast`]]));
    expect(redact(encode(`${secret}\r\nlast`), [], withLines)).toBe("[secret]");
  });
});

/** How binary data is written in a text, and how many characters stand for that many bytes. */
const writings: [string, (bytes: Buffer) => string, (bytes: number) => number][] = [
  ["base64", (bytes) => bytes.toString("base64"), (bytes) => Math.ceil((bytes * 4) / 3)],
  ["base64, URL-safe", (bytes) => bytes.toString("base64url"), (bytes) => Math.ceil((bytes * 4) / 3)],
  ["hexadecimal", (bytes) => bytes.toString("hex"), (bytes) => bytes * 2],
  ["hexadecimal, upper case", (bytes) => bytes.toString("hex").toUpperCase(), (bytes) => bytes * 2],
];

describe.each(writings)("in %s", (_, write, lengthOf) => {
  const surroundings = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes));
  const longSecrets = secrets.filter(
    (secret) => Buffer.from(secret).toString() === secret && Buffer.byteLength(secret) >= 8,
  );

  it("hides a secret in any context", () => {
    fc.assert(
      fc.property(longSecrets, surroundings, surroundings, (secret, before, after) => {
        const written = write(Buffer.concat([before, Buffer.from(secret), after])).replace(/=+$/, "");
        const shown = redact(`<${written}>`, [secret]);
        const left = shown.replaceAll("[secret]", "");
        expect(shown).toMatch(/^<.*\[secret\].*>$/);
        // At its ends a character can stand for bits of the secret and of its neighbour.
        expect(left.length).toBeLessThanOrEqual(2 + lengthOf(before.length) + lengthOf(after.length) + 2);
      }),
      tries(100),
    );
  });

  it("does not look for a short one, which may be anything", () => {
    const text = `${write(Buffer.from("refused"))} ${write(Buffer.from("a refused value"))}`;
    expect(redact(text, ["refused"])).toBe(text);
  });
});

it("hides the login of a URL in a secret also as it is sent", () => {
  const header = Buffer.from("oauth2:token-7d793037").toString("base64");
  const shown = redact(`Authorization: Basic ${header}`, ["git+https://oauth2:token-7d793037@git.example.com/lib.git"]);
  expect(shown).toMatch(/^Authorization: Basic .{0,12}\[secret\].{0,4}$/);
});

const lines = ["-----BEGIN KEY-----", "MIGHAgEAMBMG/cqGSM49", "  aGVsbG8gd29ybGQ=", "ab", "-----END KEY-----"];

describe("a secret of several lines is hidden", () => {
  it.each(["\n", "\r\n"])("hides it as a whole, with any line ending: %j", (end) => {
    for (const encode of Object.values(encodings)) {
      for (const secret of [lines.join("\n"), lines.join("\r\n")]) {
        expect(redact(encode(lines.join(end)), [secret])).toBe("[secret]");
      }
    }
  });

  it("hides it line by line, also without leading spaces", () => {
    const text = 'line 2, "MIGHAgEAMBMG%2FcqGSM49", line 3: aGVsbG8gd29ybGQ=';
    expect(redact(text, [lines.join("\n")])).toBe('line 2, "[secret]", line 3: [secret]');
  });

  it("does not hide lines that are ordinary words", () => {
    expect(redact("ab ovo", [lines.join("\n")])).toBe("ab ovo");
  });
});

describe("the login of an address in a secret is hidden", () => {
  it.each([
    ["a password", "git+https://oauth2:token-7d793037@git.example.com/lib.git"],
    ["a token alone", "git+https://token-7d793037@git.example.com/lib.git"],
    [
      "a token in one of several addresses",
      "--index-url https://a:token-0@x.example\nhttps://u:token-7d793037@git.example.com/lib.git",
    ],
  ])("%s", (_, secret) => {
    const text = "git.example.com refuses token-7d793037, oauth2";
    expect(redact(text, [secret])).toBe("git.example.com refuses [secret], oauth2");
  });
});

it("of secrets in any arrangement, none is left, and the longest is hidden first", () => {
  const parts = fc.array(fc.constantFrom(..."abc"), { minLength: 3, maxLength: 5 }).map((letters) => letters.join(""));
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 4 }), fc.array(parts), (hidden, texts) => {
      const left = redact([...hidden, ...texts].join(""), hidden).split("[secret]");
      expect(left.filter((text) => hidden.some((secret) => text.includes(secret)))).toEqual([]);
    }),
    tries(300),
  );
  expect(redact("abcde abc", ["abc", "abcde"])).toBe("[secret] [secret]");
});

it("backslashes that begin no escape do no harm", () => {
  const recognizes = (text: string) => text === "s3cret-1";
  const paths = String.raw`C:\Temp \\build\New \Users\Bob \U0041 \u00`;
  const shown = redact(`${paths}: s3cret-1`, [`https://${paths}:${paths}@example.com`], {
    lengths: new Set([8]),
    recognizes,
  });
  expect(shown).toBe(`${paths}: [secret]`);
});

it("half a surrogate pair does no harm", () => {
  expect(redact("x\ud83dyz %ff%c3 &#1114112; \\u00", ["\ud83dyz"])).toBe("x[secret] %ff%c3 &#1114112; \\u00");
});

it("a secret as long as a program is found in a text of that length", () => {
  const code = Array.from({ length: 3_000 }, (_, line) => `  const value${line} = "${line * 7}\\n" + more;`).join("\n");
  expect(code.length).toBeGreaterThan(100_000);
  for (const encode of [encodings.plain, encodings.JSON]) {
    expect(redact(`<${encode?.(code)}>`, [code])).toBe("<[secret]>");
  }
});
