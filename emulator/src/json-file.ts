import { readFileSync } from "node:fs";
import { InvalidInputError } from "./invalid-input";
import { maxNesting, readJson } from "./json-document";

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
