import { TextDecoder } from "node:util";

/** The deepest nesting that is read; no answer of the platform needs a tenth of it. */
export const maxNesting = 100;

/**
 * The most values that are read from one answer. A page of a thousand long groups has a tenth of them; a few megabytes
 * of `[[[[` or `{},{},` become as many gigabytes.
 */
export const maxValues = 1_000_000;

/** A JSON body that is not parsed, because that would exhaust the memory or the time of the host. */
export class UnreadBody {
  /** @param problem Why, as the end of a sentence: `is nested more than 100 levels deep`. */
  constructor(readonly problem: string) {}
}

/**
 * Decodes a body by the charset of its `Content-Type`, and parses it if it is JSON. JSON beyond the limits gives an
 * `UnreadBody`.
 */
export function decodeBody(body: Uint8Array, contentType: string | undefined): unknown {
  const text = createDecoder(contentType).decode(body);
  const problem = /^\s*[[{]/.test(text) ? findExcess(text) : undefined;
  if (problem !== undefined) {
    return new UnreadBody(problem);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Describes the limit that a JSON text exceeds, before it is parsed. */
function findExcess(text: string): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = findEndOfString(text, at);
        break;
      case "[":
      case "{":
        depth++;
        values++;
        break;
      case "]":
      case "}":
        depth--;
        break;
      case ",":
        values++;
        break;
    }
    if (depth > maxNesting) {
      return `is nested more than ${maxNesting} levels deep`;
    }
    if (values > maxValues) {
      return `has more than ${maxValues} values`;
    }
  }
  return undefined;
}

/** The position of a string's closing quote; the end of the text if there is none. */
function findEndOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) {
      return text.length;
    }
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") {
      escapes++;
    }
    if (escapes % 2 === 0) {
      return end;
    }
  }
}

/** UTF-8 for an unknown charset, and where none is named (RFC 8259). */
function createDecoder(contentType: string | undefined): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(contentType ?? "")?.[1];
  try {
    return new TextDecoder(charset ?? "utf-8");
  } catch {
    return new TextDecoder();
  }
}
