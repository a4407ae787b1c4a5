import { TextDecoder } from "node:util";

/** The most arrays and objects inside each other that are read. No answer of the platform needs a tenth of them. */
export const deepest = 100;

/**
 * The most values that are read of one answer. A page of a thousand long groups has a tenth of them; a few megabytes of
 * `[[[[` or `{},{},` become as many gigabytes.
 */
export const mostValues = 1_000_000;

/** A body in JSON that is not read, since reading it would take the memory or the time of the host. */
export class UnreadBody {
  /** @param problem Why, as the end of a sentence: `is nested more than 100 levels deep`. */
  constructor(readonly problem: string) {}
}

/**
 * The text of a body in the charset that its `Content-Type` names, and the value if it is JSON: an `UnreadBody` if that
 * is too much.
 */
export function decoded(body: Uint8Array, contentType: string | undefined): unknown {
  const text = decoderOf(contentType).decode(body);
  const problem = /^\s*[[{]/.test(text) ? excessOf(text) : undefined;
  if (problem !== undefined) {
    return new UnreadBody(problem);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** What there is too much of in a text that seems to be JSON; counted before anything is made of it. */
function excessOf(text: string): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
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
    if (depth > deepest) {
      return `is nested more than ${deepest} levels deep`;
    }
    if (values > mostValues) {
      return `has more than ${mostValues} values`;
    }
  }
  return undefined;
}

/** Where the string ends that begins there; behind the text if it does not. */
function endOfString(text: string, start: number): number {
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
function decoderOf(contentType: string | undefined): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(contentType ?? "")?.[1];
  try {
    return new TextDecoder(charset ?? "utf-8");
  } catch {
    return new TextDecoder();
  }
}
