import * as z from "zod";
import { functionAnswer, type FunctionAnswer } from "../api/calls/functions";
import { readFields } from "../api/calls/naming";
import { findCredentials, redact, collectSecretValues } from "../api/failures/redaction";

/** The schema for the name of a function or of a namespace (docs/contract.md, sections 2.6 and 4.5). */
export const functionNameSchema = z.string().regex(/^[a-z][-a-z0-9]{0,24}[a-z0-9]$/, {
  error: "must be 2 to 26 lowercase letters, digits and dashes, begin with a letter and not end with a dash",
});

/** Fields that may contain a secret even if nobody has marked it. */
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

/** Some secrets are only in the platform's answer. The code in `hosts/` does not know those, so it cannot mask them. */
export function withoutSecrets(text: string, ...sources: { envs?: unknown; dependencies?: unknown }[]): string {
  const secrets = sources.flatMap(({ envs, dependencies }) => [
    ...collectSecretValues({ envs }, new Set(["envs"])),
    ...(typeof dependencies === "string" ? findCredentials(dependencies) : []),
  ]);
  return redact(text, secrets);
}
