import { readFileSync, writeFileSync } from "node:fs";
import { explainFileError } from "../config/small-file";

/** Reads a file that the user has named. */
export function readNamedFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${file} ${explainFileError(findCode(error))}`, { cause: error });
  }
}

/** Writes a file that the user has named. */
export function writeNamedFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const code = findCode(error);
    const reason = code === "ENOENT" ? "its folder does not exist" : code === "EISDIR" ? "it is a directory" : code;
    throw new Error(`${file} cannot be written: ${reason}`, { cause: error });
  }
}

function findCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
