import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** Below these the system shows the memory, the environment and the devices of processes as files. */
const systemFolders = /^\/(proc|sys|dev)(\/|$)/;

/** Whether a path is below one of them; where its links lead is not looked at. */
export function isBelowSystemFolder(file: string): boolean {
  return systemFolders.test(path.posix.normalize(file));
}

/**
 * Reads a regular file of at most `maxBytes`, to which links may lead. Never reads more than that and one byte. What is
 * wrong with the file comes after its name.
 */
export function readSmallFile(file: string, maxBytes: number): { bytes: Buffer } | { problem: string } {
  let opened: number | undefined;
  try {
    const target = realpathSync(file);
    if (isBelowSystemFolder(target)) {
      return { problem: "is below /proc, /sys or /dev, where nothing is read" };
    }
    // A named pipe would otherwise block the process until somebody writes to it.
    opened = openSync(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(opened);
    if (!found.isFile()) {
      return { problem: found.isDirectory() ? "is a directory" : "is not a regular file" };
    }
    if (isOfPulumi(found)) {
      return { problem: "has a secret of Pulumi itself, which is not sent" };
    }
    const bytes = readAtMost(opened, maxBytes + 1);
    return bytes.length > maxBytes ? { problem: `has more than ${maxBytes} bytes` } : { bytes };
  } catch (error) {
    return { problem: explainFileError((error as NodeJS.ErrnoException).code) };
  } finally {
    if (opened !== undefined) {
      closeSync(opened);
    }
  }
}

/** Whether a file is that of the passphrase, or that of the access tokens which `pulumi login` has stored. */
function isOfPulumi({ dev, ino }: Stats, environment = process.env): boolean {
  const { PULUMI_CONFIG_PASSPHRASE_FILE: passphrase, PULUMI_CREDENTIALS_PATH: folder, PULUMI_HOME: home } = environment;
  const tokens = path.join(folder || home || path.join(homedir(), ".pulumi"), "credentials.json");
  return [passphrase, tokens].some((own) => {
    const stats = own && statSync(own, { throwIfNoEntry: false });
    return stats && stats.dev === dev && stats.ino === ino;
  });
}

/** The size that a file claims is not used: some have none and go on for ever. */
function readAtMost(opened: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let done = 0;
  for (let read = 1; read > 0 && done < length; done += read) {
    read = readSync(opened, buffer, done, length - done, null);
  }
  return buffer.subarray(0, done);
}

/** Why a file cannot be read, after its name. */
export function explainFileError(code: string | undefined): string {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "does not exist";
    case "EACCES":
    case "EPERM":
      return "is not readable by this user";
    case "EISDIR":
      return "is a directory";
    default:
      return `cannot be read (${code ?? "unknown error"})`;
  }
}
