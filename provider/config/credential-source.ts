import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

const oneOfTwo = 'must have exactly one of env and file: { env: "NAME" } or { file: "/path" }';

/** Where a credential is read: an environment variable or a file of the process that runs Pulumi. */
export const credentialSourceSchema = z
  .strictObject({
    env: z
      .string()
      .regex(/^[^=\0]+$/, 'must be the name of an environment variable, not empty and without "="')
      .optional(),
    file: z
      .string()
      .refine((file) => path.isAbsolute(file) && !file.includes("\0"), {
        error: "must be an absolute path: another process, with another working directory, reads the file",
      })
      .optional(),
  })
  .refine(({ env, file }) => (env === undefined) !== (file === undefined), oneOfTwo);

/** Where a credential is read, as a program gives it. */
export type CredentialSource = z.infer<typeof credentialSourceSchema>;

/** What was read: the value, or why there is none, without any part of it. */
export type CredentialResult = { value: string } | { problem: string };

/** No credential of the platform is longer than a few hundred characters. */
const maxBytes = 65_536;

/** The source in words: `the environment variable MEDIA_SECRET`. */
export function describeCredentialSource({ env, file }: CredentialSource): string {
  return env === undefined ? `the file ${file}` : `the environment variable ${env}`;
}

/**
 * Reads a credential. An empty one counts as missing: pipelines set a variable to an empty text if they have no such
 * secret.
 */
export function readCredential({ env, file }: CredentialSource, environment = process.env): CredentialResult {
  if (file !== undefined) {
    return readCredentialFile(file);
  }
  const value = environment[env ?? ""];
  if (value === undefined) {
    return { problem: "is not set" };
  }
  return value === "" ? { problem: "is empty" } : { value };
}

function readCredentialFile(file: string): CredentialResult {
  let opened: number | undefined;
  try {
    // A named pipe would otherwise block the host until somebody writes to it.
    opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(opened);
    if (!found.isFile()) {
      return { problem: found.isDirectory() ? "is a directory" : "is not a regular file" };
    }
    if (found.size > maxBytes) {
      return { problem: `has more than ${maxBytes} bytes` };
    }
    return toResult(readFileSync(opened));
  } catch (error) {
    return { problem: explainFileError((error as NodeJS.ErrnoException).code) };
  } finally {
    if (opened !== undefined) {
      closeSync(opened);
    }
  }
}

/** Editors and `echo` end a file with a line break, which belongs to no credential. */
function toResult(bytes: Buffer): CredentialResult {
  try {
    const value = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, "");
    return value === "" ? { problem: "is empty" } : { value };
  } catch {
    return { problem: "is not UTF-8 text" };
  }
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
