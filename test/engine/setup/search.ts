import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { TestStack } from "./test-stack";

/** Texts by where they were found: an operation or a file. */
export type Texts = Record<string, string>;

/**
 * Everything that an operation prints on both streams, the engine's own log included, even when it fails. The log is
 * not asked for more than level 2, nor for `--debug`: from there on the engine and the language's SDK print every
 * property of every resource in clear, which no provider can prevent.
 */
export async function captureOutput(
  operation: (options: VerboseOptions) => Promise<unknown>,
): Promise<{ failed: boolean; text: string }> {
  let text = "";
  const collect = (part: string) => void (text += part);
  const options = { onOutput: collect, onError: collect, diff: true, logToStdErr: true, logVerbosity: 2 };
  const error = await operation(options).then(
    () => undefined,
    (reason: Error) => reason,
  );
  return { failed: error !== undefined, text: text + (error ? `${error.message}\n${error.stack}` : "") };
}

interface VerboseOptions {
  onOutput: (text: string) => void;
  onError: (text: string) => void;
  diff: boolean;
  logToStdErr: boolean;
  logVerbosity: number;
}

/** Every file of a stack as it lies on the disk: project, configuration, state, its backups and its history. */
export function readFiles(stack: TestStack): Texts {
  const folder = path.dirname(stack.stack.workspace.workDir);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file), readFileSync(file, "utf8")];
    }),
  );
}

/** The places where any of the words occurs, in clear, URL-encoded, in base64 or in hexadecimal. */
export function findWords(words: readonly string[], texts: Texts): string[] {
  const forms = new Set(
    words.flatMap((word) => [word, encodeURIComponent(word), Buffer.from(word).toString("hex"), ...base64Forms(word)]),
  );
  return Object.entries(texts).flatMap(([place, text]) =>
    [...forms].filter((form) => text.includes(form)).map((form) => `${place}: ${form}`),
  );
}

/** A word's base64 text differs with the bytes before it; the outermost characters depend on its neighbours. */
function base64Forms(word: string): string[] {
  return [0, 1, 2].map((offset) =>
    Buffer.from(" ".repeat(offset) + word)
      .toString("base64")
      .replace(/=+$/, "")
      .slice(offset && offset + 1, -1),
  );
}
