import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { UpOptions } from "@pulumi/pulumi/automation";
import type { TestStack } from "./test-stack";

/** Texts by where they were found: an operation or a file. */
export type Texts = Record<string, string>;

/** The options of an operation, and whether it has to fail. */
type Captured = UpOptions & { fails?: boolean };

/**
 * Everything that an operation prints on both streams, the engine's own log included. The log is not asked for more than
 * level 2, nor for `--debug`: from there on the engine and the language's SDK print every property of every resource in
 * clear, which no provider can prevent. An operation that has to fail for some resources goes on with the others.
 */
export async function captureOperation(
  stack: TestStack,
  operation: "preview" | "up" | "refresh" | "destroy",
  { fails = false, ...more }: Captured = {},
): Promise<string> {
  let text = "";
  const collect = (part: string) => void (text += part);
  const verbose = { onOutput: collect, onError: collect, diff: true, logToStdErr: true, logVerbosity: 2 };
  stack.useProgram();
  const error = await stack.stack[operation]({ ...verbose, continueOnError: fails, ...more }).then(
    () => undefined,
    (reason: Error) => reason,
  );
  if ((error !== undefined) !== fails) {
    throw new Error(`${operation} ${error ? "failed" : "succeeded"}, unexpectedly: ${text}`);
  }
  return text + (error ? `${error.message}\n${error.stack}` : "");
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
