import { randomBytes } from "node:crypto";
import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { InvalidInputError } from "./invalid-input";
import { readJsonFile } from "./json-document";

/** Within this time, a change is written. */
const delayMs = 1000;

/** Keeps the state between starts. The file holds credentials, so only its owner may read it. */
export class StateFile {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly file: string,
    private readonly exportState: () => unknown,
  ) {}

  /** Returns the stored state; undefined if there is no file yet. Throws an `InvalidInputError`. */
  read(): unknown {
    const found = lstatSync(this.file, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) {
      // A rename would replace the link, and a write through it would go wherever the link's owner points it.
      throw new InvalidInputError(`The state file "${this.file}" is a symbolic link: name the file that it leads to.`);
    }
    if (found && !found.isFile()) {
      throw new InvalidInputError(`The state file "${this.file}" is not a regular file.`);
    }
    return found && readJsonFile("state", this.file);
  }

  /**
   * Writes the state atomically: to a new file with an unpredictable name first, which rules out links, and then a
   * rename. Throws an `InvalidInputError` that names the file.
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

  /** Schedules a write; changes until then share it. */
  writeSoon(): void {
    this.timer ??= setTimeout(() => {
      try {
        this.write();
      } catch {
        // The write at the end reports it, if it fails as well.
      }
    }, delayMs).unref();
  }
}
