import { randomBytes } from "node:crypto";
import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { InvalidInputError } from "./invalid-input";
import { readJsonFile } from "./json-file";

/** How long a change may be in memory only. */
const delayMs = 1000;

/** A file that keeps the state from one start to the next. It holds credentials, so only its owner may read it. */
export class StateFile {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly file: string,
    private readonly exportState: () => unknown,
  ) {}

  /** What was kept; undefined when there is no file yet. Throws an `InvalidInputError`. */
  read(): unknown {
    const found = lstatSync(this.file, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) {
      // A rename would put a file in the place of the link, and a write through it goes where somebody else says.
      throw new InvalidInputError(`The state file "${this.file}" is a symbolic link: name the file that it leads to.`);
    }
    if (found && !found.isFile()) throw new InvalidInputError(`The state file "${this.file}" is not a regular file.`);
    return found && readJsonFile("state", this.file);
  }

  /**
   * Writes the state, as a whole or not at all; throws an `InvalidInputError` that names the file. It is written beside
   * the file first, under a name that nobody can know before, and never through a link.
   */
  write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { dir, base } = path.parse(this.file);
    const written = path.join(dir, `.${base}.${randomBytes(12).toString("hex")}.tmp`);
    try {
      writeFileSync(written, JSON.stringify(this.exportState()), { mode: 0o600, flag: "wx" });
      renameSync(written, this.file);
    } catch (error) {
      rmSync(written, { force: true });
      throw new InvalidInputError(`The state file "${this.file}" cannot be written: ${(error as Error).message}`);
    }
  }

  /** Writes the state soon: many changes at a time make one write. */
  writeSoon(): void {
    this.timer ??= setTimeout(() => {
      try {
        this.write();
      } catch {
        // Said at the end, when the last write fails too.
      }
    }, delayMs).unref();
  }
}
