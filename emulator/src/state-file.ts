import { existsSync, renameSync, writeFileSync } from "node:fs";
import { InvalidInputError } from "./invalid-input";
import { readJsonFile } from "./json-file";

/** How long a change may be in memory only. */
const delayMs = 1000;

/** A file that keeps the state from one start to the next. It holds credentials, so only its owner may read it. */
export class StateFile {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly file: string,
    private readonly state: () => unknown,
  ) {}

  /** What was kept; undefined when there is no file yet. Throws an `InvalidInputError`. */
  read(): unknown {
    return existsSync(this.file) ? readJsonFile("state", this.file) : undefined;
  }

  /** Writes the state, as a whole or not at all; throws an `InvalidInputError` that names the file. */
  write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      writeFileSync(`${this.file}.new`, JSON.stringify(this.state()), { mode: 0o600 });
      renameSync(`${this.file}.new`, this.file);
    } catch (error) {
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
