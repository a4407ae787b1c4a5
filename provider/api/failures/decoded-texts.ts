/** A text with one kind of escapes decoded. */
export interface DecodedText {
  content: string;
  /** For each character of the content, where in the text it begins; absent if the content is the text. */
  starts?: readonly number[];
  /** For each character of the content, where in the text it ends. */
  ends?: readonly number[];
}

interface Escaping {
  escape: RegExp;
  meaning: (escape: string) => string;
}

const letters: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** One UTF-8 character, percent-encoded. */
const percentCodes = [
  "%[0-7][0-9a-f]",
  "%[cd][0-9a-f]%[89ab][0-9a-f]",
  "%e[0-9a-f](?:%[89ab][0-9a-f]){2}",
  "%f[0-7](?:%[89ab][0-9a-f]){3}",
].join("|");

/** How text is escaped on its way through programs: JSON and string literals, HTML, addresses, forms. */
const escapings: readonly Escaping[] = [
  { escape: /\\(?:["'\\/bfnrt]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})/g, meaning: decodeBackslash },
  { escape: /&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-f]{1,6});/gi, meaning: decodeEntity },
  { escape: new RegExp(percentCodes, "gi"), meaning: decodePercentCodes },
  {
    escape: new RegExp(`${percentCodes}|\\+`, "gi"),
    meaning: (code) => (code === "+" ? " " : decodePercentCodes(code)),
  },
];

/** The text as it is, and decoded from each escaping that it holds; a line always ends with `\n`. */
export function collectDecodedTexts(text: string): DecodedText[] {
  const plain: Escaping = { escape: /\r\n/g, meaning: (code) => code };
  const held = [plain, ...escapings].filter(({ escape }) => text.search(escape) >= 0);
  return [{ content: text }, ...held.map((escaping) => decodeEscapes(text, escaping))];
}

function decodeEscapes(text: string, { escape, meaning }: Escaping): DecodedText {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (content: string, start: number, end?: number) => {
    for (let index = 0; index < content.length; index++) {
      if (content[index] === "\n" && units.at(-1) === "\r") {
        units.pop();
        ends.pop();
      } else {
        starts.push(start + (end === undefined ? index : 0));
      }
      units.push(content[index] ?? "");
      ends.push(end ?? start + index + 1);
    }
  };
  let done = 0;
  for (const { 0: code, index } of text.matchAll(escape)) {
    add(text.slice(done, index), done);
    add(meaning(code), index, index + code.length);
    done = index + code.length;
  }
  add(text.slice(done), done);
  return { content: units.join(""), starts, ends };
}

function decodeBackslash(escape: string): string {
  const sign = escape[1] ?? "";
  return escape.length > 2 ? String.fromCharCode(parseInt(escape.slice(2), 16)) : (letters[sign] ?? sign);
}

function decodeEntity(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  const code = name.startsWith("#x") ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
  return entities[name] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : entity);
}

function decodePercentCodes(codes: string): string {
  try {
    return decodeURIComponent(codes);
  } catch {
    return codes;
  }
}
