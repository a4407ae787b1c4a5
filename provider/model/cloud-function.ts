import * as z from "zod";
import { functionAnswer, type FunctionAnswer } from "../api/calls/functions";
import { readFields } from "../api/calls/naming";
import { findCredentials, redact, collectSecretValues } from "../api/failures/redaction";

/** The schema for the name of a function or of a namespace (docs/contract.md, sections 2.6 and 4.5). */
export const functionNameSchema = z.string().regex(/^[a-z][-a-z0-9]{0,24}[a-z0-9]$/, {
  error: "must be 2 to 26 lowercase letters, digits and dashes, begin with a letter and not end with a dash",
});

/** Fields whose values the preview of an adoption hides, and that `getFunction` of the plugin returns as secrets. */
export const mayBeSecret = ["code", "dependencies", "envs"] as const;

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
 * Masks in `text` the values of `envs` of all `sources`, and what looks like a credential in their `dependencies`. The
 * code in `hosts/` masks only secrets of the program and of the state, not those that only the platform's answer has.
 */
export function withoutSecrets(text: string, ...sources: { envs?: unknown; dependencies?: unknown }[]): string {
  const secrets = sources.flatMap(({ envs, dependencies }) => [
    ...collectSecretValues({ envs }, new Set(["envs"])),
    ...(typeof dependencies === "string" ? findCredentials(dependencies) : []),
  ]);
  return redact(text, secrets);
}
