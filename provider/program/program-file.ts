import path from "node:path";
import { readSmallFile } from "../config/small-file";
import type { JsonObject } from "../values/json";
import { applyToInput } from "./inputs";
import { createProgramError } from "./program-error";

/** No text of the platform is longer: 100,000 characters (contract, section 8) of up to 4 bytes. */
const maxBytes = 400_000;

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
  const found = readSmallFile(file, maxBytes);
  if ("problem" in found) {
    const from = path.isAbsolute(file) ? "" : `; the path is relative to ${process.cwd()}`;
    throw createError(`"${file}" ${found.problem}${from}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(found.bytes);
  } catch {
    throw createError(`"${file}" is not UTF-8 text`);
  }
}
