import * as z from "zod";
import { functionAnswer, type FunctionAnswer } from "../api/calls/functions";
import { readFields } from "../api/calls/naming";
import { findCredentials, redact, collectSecretValues } from "../api/failures/redaction";

/** The name of a function or of its namespace (contract, sections 2.6 and 4.5). */
export const functionNameSchema = z.string().regex(/^[a-z][-a-z0-9]{0,24}[a-z0-9]$/, {
  error: "must be 2 to 26 lowercase letters, digits and dashes, begin with a letter and not end with a dash",
});

/** Fields that may hold a secret: the preview of an adoption hides them, and the plugin's data source marks them. */
export const mayBeSecret = ["code", "dependencies", "envs"] as const;

/** Translates an answer to the names that programs use. The ID defaults to the name; other fields may be missing. */
export function readFunction(answer: FunctionAnswer) {
  const { codeText: code, id, autoscaling, ...rest } = readFields(functionAnswer, answer);
  const { min_instances: minInstances, max_instances: maxInstances } = autoscaling ?? {};
  return {
    ...rest,
    code,
    autoscaling: autoscaling && { minInstances, maxInstances },
    functionId: String(id ?? answer.name),
  };
}

/**
 * Redacts in a text from the platform the values of all variables of the `sources`, and what looks like a credential in
 * their dependencies. Hosts cannot redact what only the platform has.
 */
export function withoutSecrets(text: string, ...sources: { envs?: unknown; dependencies?: unknown }[]): string {
  const secrets = sources.flatMap(({ envs, dependencies }) => [
    ...collectSecretValues({ envs }, new Set(["envs"])),
    ...(typeof dependencies === "string" ? findCredentials(dependencies) : []),
  ]);
  return redact(text, secrets);
}
