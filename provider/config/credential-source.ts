import path from "node:path";
import * as z from "zod";
import { isBelowSystemFolder, readSmallFile } from "./small-file";

const oneOfTwo = 'must have exactly one of env and file: { env: "NAME" } or { file: "/path" }';

/** A program that named one of these would send a secret of Pulumi or of this package to the platform. */
const secretsOfTheRun = /^(EDGECLOUD_API_KEY|PULUMI_ACCESS_TOKEN|PULUMI_CONFIG(_PASSPHRASE.*)?)$/i;

export const credentialSourceSchema = z
  .strictObject({
    env: z
      .string()
      .regex(/^[^=\0]+$/, 'must be the name of an environment variable, not empty and without "="')
      .refine((name) => !secretsOfTheRun.test(name), {
        error:
          "must not name a secret of Pulumi or of this package, which is not for the platform; " +
          "put the intended value into a variable of another name",
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

/** `origin` says in words where the credential is read. `readCredential` sets either `value` or `problem`. */
export type CredentialReading = { origin: string } & Partial<Record<"value" | "problem", string>>;

/** This is ample: the platform's credentials have at most 512 characters. */
const maxBytes = 65_536;

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
  // Editors and `echo` add a line break at the end of a file.
  const value = file === undefined ? found.text : found.text.replace(/\r?\n$/, "");
  // A pipeline sets the variable of a missing secret to an empty text.
  return { origin, ...(value === "" ? { problem: "is empty" } : { value }) };
}
