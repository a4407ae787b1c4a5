import { readFileSync } from "node:fs";
import path from "node:path";
import type { JsonObject } from "../values/json";
import { applyToInput } from "./inputs";
import { createProgramError } from "./program-error";

/** Replaces the path of a file by its text. Throws if both are given, or if the file cannot be read. */
export function withTextOfFile(
  resourceName: string,
  args: JsonObject,
  pathProperty: string,
  textProperty: string,
): JsonObject {
  const { [pathProperty]: file, ...rest } = args;
  if (file === undefined) {
    return rest;
  }
  const createError = (reason: string) => createProgramError(`${resourceName}: ${pathProperty} ${reason}`);
  if (rest[textProperty] !== undefined) {
    throw createError(`and ${textProperty} are both given; leave one of them out`);
  }
  return { ...rest, [textProperty]: applyToInput(file, (known) => readText(known, createError)) };
}

function readText(file: unknown, createError: (reason: string) => Error): string {
  if (typeof file !== "string" || file === "") {
    throw createError("must be the path of a file");
  }
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    const problem = (error as NodeJS.ErrnoException).code === "ENOENT" ? "no such file" : (error as Error).message;
    const from = path.isAbsolute(file) ? "" : `; the path is relative to ${process.cwd()}`;
    throw createError(`"${file}" cannot be read: ${problem}${from}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    throw createError(`"${file}" is not UTF-8 text`);
  }
}
