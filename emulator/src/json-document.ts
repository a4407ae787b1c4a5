import { readFileSync } from "node:fs";
import { InvalidInputError } from "./invalid-input";

/** Why bytes are not accepted as JSON. */
export type JsonProblem = "not UTF-8" | "not JSON" | "nested too deeply";

/** Bytes read as JSON. */
export interface JsonDocument {
  /** The text as sent, with a replacement character for each byte that is not UTF-8. */
  readonly text: string;
  /** Parsed without the byte order mark; undefined if there is a problem. */
  readonly value: unknown;
  readonly problem: JsonProblem | undefined;
  /** Some editors write one. */
  readonly hasByteOrderMark: boolean;
}

/** Allowed nesting of lists and objects: more than any body of the platform needs, and safe for recursive code. */
export const maxNesting = 500;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((c) => c.charCodeAt(0));

function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      quoted = !quoted;
    } else if (quoted && character === backslash) {
      at++;
    } else if (!quoted && (character === openList || character === openObject)) {
      depth++;
    } else if (!quoted && (character === closeList || character === closeObject)) {
      depth--;
    }
    if (depth > maxNesting) {
      return true;
    }
  }
  return false;
}

function parse(text: string): { value?: unknown; problem?: JsonProblem } {
  if (isTooDeep(text)) {
    return { problem: "nested too deeply" };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: "not JSON" };
  }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads bytes as JSON; reports a problem instead of throwing. */
export function readJson(bytes: Uint8Array): JsonDocument {
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    const readable = new TextDecoder("utf-8").decode(bytes);
    return { text: readable, value: undefined, problem: "not UTF-8", hasByteOrderMark: false };
  }
  const hasByteOrderMark = text.startsWith("\uFEFF");
  const { value, problem } = parse(hasByteOrderMark ? text.slice(1) : text);
  return { text, value, problem, hasByteOrderMark };
}

/** Reads a JSON file; throws an {@link InvalidInputError} that names it. `what` is the kind of file, e.g. `seed`. */
export function readJsonFile(what: string, file: string): unknown {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new InvalidInputError(`The ${what} file "${file}" cannot be read: ${(error as Error).message}`);
  }
  const { text, value, problem } = readJson(bytes);
  if (problem === undefined) {
    return value;
  }
  throw new InvalidInputError(`The ${what} file "${file}" is ${problem}${explainProblem(problem, text)}`);
}

function explainProblem(problem: string, text: string): string {
  if (problem === "not UTF-8") {
    return ": save it in that encoding.";
  }
  if (problem === "nested too deeply") {
    return `: at most ${maxNesting} levels.`;
  }
  try {
    JSON.parse(text);
    return ".";
  } catch (error) {
    return `: ${(error as Error).message}`;
  }
}
