import path from "node:path";
import * as z from "zod";
import { isBelowSystemFolder, readSmallFile } from "./small-file";

const oneOfTwo = 'must have exactly one of env and file: { env: "NAME" } or { file: "/path" }';

/** Variables with secrets of Pulumi and this package, which a program could send anywhere if it could name them. */
const secretsOfTheRun = /^(EDGECLOUD_API_KEY|PULUMI_ACCESS_TOKEN|PULUMI_CONFIG(_PASSPHRASE.*)?)$/i;

/** Where a credential is read: from an environment variable of the process that runs Pulumi, or from a file. */
export const credentialSourceSchema = z
  .strictObject({
    env: z
      .string()
      .regex(/^[^=\0]+$/, 'must be the name of an environment variable, not empty and without "="')
      .refine((name) => !secretsOfTheRun.test(name), {
        error:
          "must not name a secret of Pulumi or of this package, which is not for the platform; " +
          "put the value that is meant into a variable of another name",
      })
      .optional(),
    file: z
      .string()
      .refine((file) => path.isAbsolute(file) && !file.includes("\0"), {
        error: "must be an absolute path: another process, with another working directory, reads the file",
      })
      .refine((file) => !isBelowSystemFolder(file), {
        error: "must not be below /proc, /sys or /dev, where nothing is read; put the value into an ordinary file",
      })
      .optional(),
  })
  .refine(({ env, file }) => (env === undefined) !== (file === undefined), oneOfTwo);

export type CredentialSource = z.infer<typeof credentialSourceSchema>;

/** `origin` says in words where the credential is read. Either `value` or `problem` is set. */
export type CredentialReading = { origin: string } & Partial<Record<"value" | "problem", string>>;

/** The maximum size of a credential file, which is ample: the platform's credentials have a few hundred characters. */
const maxBytes = 65_536;

/**
 * Reads a credential, which `problem` never shows. An empty credential is a problem, because a pipeline that lacks a
 * secret sets its variable to an empty text. A line break at the end of a file is dropped: editors and `echo` add one.
 */
export function readCredential({ env = "", file }: CredentialSource): CredentialReading {
  const origin = file === undefined ? `the environment variable ${env}` : `the file ${file}`;
  const found = file === undefined ? { text: process.env[env] as unknown } : readSmallFile(file, maxBytes);
  if ("problem" in found) {
    return { origin, problem: found.problem };
  }
  // For a name such as `toString`, `process.env` returns an inherited method.
  if (typeof found.text !== "string") {
    return { origin, problem: "is not set" };
  }
  const value = file === undefined ? found.text : found.text.replace(/\r?\n$/, "");
  return { origin, ...(value === "" ? { problem: "is empty" } : { value }) };
}
