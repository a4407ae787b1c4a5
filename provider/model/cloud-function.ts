import * as z from "zod";
import { functionAnswer, type FunctionAnswer } from "../api/calls/functions";
import { readFields } from "../api/calls/naming";
import { findCredentials, redact, collectSecretValues } from "../api/failures/redaction";

/** The schema for the name of a function or of a namespace (contract, sections 2.6 and 4.5). */
export const functionNameSchema = z.string().regex(/^[a-z][-a-z0-9]{0,24}[a-z0-9]$/, {
  error: "must be 2 to 26 lowercase letters, digits and dashes, begin with a letter and not end with a dash",
});

/**
 * Fields of a function that may hold a secret. The preview of an adoption hides their values, and the plugin marks them
 * as secrets in the result of `getFunction`.
 */
export const mayBeSecret = ["code", "dependencies", "envs"] as const;

/**
 * Reads an answer into the fields that programs use. A field that the answer lacks is undefined, except
 * `functionId`: without an ID in the answer, it is the name of the function.
 */
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
 * Masks secrets in a text from the platform: the values of `envs` in all `sources`, and what looks like a credential in
 * their `dependencies`. The redaction in `hosts/` does not suffice, because it does not know the values that only the
 * platform has.
 */
export function withoutSecrets(text: string, ...sources: { envs?: unknown; dependencies?: unknown }[]): string {
  const secrets = sources.flatMap(({ envs, dependencies }) => [
    ...collectSecretValues({ envs }, new Set(["envs"])),
    ...(typeof dependencies === "string" ? findCredentials(dependencies) : []),
  ]);
  return redact(text, secrets);
}
