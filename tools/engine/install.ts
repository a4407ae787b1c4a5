import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Say } from "./engine";
import { CHECKSUMS, RELEASED, locateRelease } from "./versions";

/** A release archive of the Pulumi CLI, and what it must hash to: `sha256:…` or `sha512:…`. */
export interface Archive {
  readonly url: string;
  readonly checksum: string;
}

const run = promisify(execFile);

const TIME_LIMIT_MS = 180_000;

/** The archives of that release, by platform and architecture as Node.js names them. */
export const ARCHIVES: Readonly<Record<string, Archive>> = Object.fromEntries(
  Object.entries(CHECKSUMS).map(([name, checksum]) => {
    const url = `https://github.com/pulumi/pulumi/releases/download/v${RELEASED}/pulumi-v${RELEASED}-${name}`;
    return [name.replace(/^windows/, "win32").replace(/\..*/, ""), { url, checksum }];
  }),
);

/** Installs the release for this machine; says why, if that does not work. */
export async function installOfficial(say: Say): Promise<boolean> {
  const platform = `${process.platform}-${process.arch}`;
  const archive = ARCHIVES[platform];
  if (!archive) {
    say(`Engine: there is no official build of ${RELEASED} for ${platform}`);
    return false;
  }
  say(`Engine: downloading Pulumi ${RELEASED} (up to 3 minutes, once) …`);
  try {
    await installArchive(archive, locateRelease(RELEASED));
    return true;
  } catch (error) {
    say(`Engine: it could not be installed (${describeFailure(error)})`);
    return false;
  }
}

/**
 * Downloads an archive and unpacks it into `<root>/bin`. Rejects if its checksum is another one. Works beside the final
 * place first, so that an interrupted download leaves no half engine behind.
 */
export async function installArchive({ url, checksum }: Archive, root: string): Promise<void> {
  const temporary = `${root}.${process.pid}`;
  const file = path.join(temporary, "archive");
  try {
    fs.mkdirSync(temporary, { recursive: true });
    // curl takes the user's proxy, which Node's own fetch does not know.
    await run("curl", ["--fail", "--silent", "--show-error", "--location", "--output", file, url], {
      timeout: TIME_LIMIT_MS,
    });
    verifyChecksum(file, checksum);
    await run(findTar(), ["-xf", file, "-C", temporary], { timeout: TIME_LIMIT_MS });
    fs.rmSync(path.join(root, "bin"), { recursive: true, force: true });
    fs.mkdirSync(root, { recursive: true });
    fs.renameSync(findExecutables(temporary), path.join(root, "bin"));
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

function verifyChecksum(file: string, checksum: string): void {
  const [algorithm = "", expected] = checksum.split(":");
  const actual = createHash(algorithm).update(fs.readFileSync(file)).digest("hex");
  if (actual !== expected) {
    throw new Error(`the archive is not the one that was published: its ${algorithm} is ${actual}`);
  }
}

/** Windows has a tar that reads zip archives; another one may come first on its PATH. */
function findTar(): string {
  return process.platform === "win32"
    ? path.join(process.env.SystemRoot ?? "C:\\Windows", "System32", "tar.exe")
    : "tar";
}

/** The archives for Windows have one more folder. */
function findExecutables(temporary: string): string {
  const folder = path.join(temporary, "pulumi");
  return fs.existsSync(path.join(folder, "bin")) ? path.join(folder, "bin") : folder;
}

function describeFailure(error: unknown): string | undefined {
  const { killed, stderr, message } = error as Error & { killed?: boolean; stderr?: string };
  const lines = (stderr || message).trim().split(/\r?\n/);
  return killed ? "time limit" : lines[0];
}
