import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";

/** These folders can show the memory and the environment of processes. Symbolic links are not followed. */
export function isBelowSystemFolder(file: string): boolean {
  return /^\/(proc|sys|dev)(\/|$)/.test(path.posix.normalize(file));
}

/** `problem` is the rest of a sentence that begins with the file. */
export function readSmallFile(file: string, maxBytes: number): { text: string } | { problem: string } {
  let opened: number | undefined;
  try {
    const target = realpathSync(file);
    if (isBelowSystemFolder(target)) {
      return { problem: "is below /proc, /sys or /dev, where nothing is read" };
    }
    // Without O_NONBLOCK, opening a named pipe blocks the process until somebody opens the pipe for writing.
    opened = openSync(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(opened);
    if (!found.isFile()) {
      return { problem: "is not a regular file" };
    }
    if (found.size > maxBytes) {
      return { problem: `has more than ${maxBytes} bytes` };
    }
    const bytes = readFileSync(opened);
    return isUtf8(bytes) ? { text: new TextDecoder().decode(bytes) } : { problem: "is not UTF-8 text" };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { problem: code === "ENOENT" ? "does not exist" : `cannot be read (${code})` };
  } finally {
    if (opened !== undefined) {
      closeSync(opened);
    }
  }
}
