import { z } from "zod";
import { countCharacters } from "../../count-characters";
import { isObject } from "../../json-object";

const limit = 255;

/** Rules of contract 2.6 and the platform facts "Functions". */
function checkVariable(key: string, value: unknown): string[] {
  const problems: string[] = [];
  if (countCharacters(key) < 1 || countCharacters(key) > limit) {
    problems.push(`The key has to have 1 to ${limit} characters.`);
  }
  if (key !== "" && !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(key)) {
    problems.push("The key takes letters, digits and underscores, and does not begin with a digit.");
  }
  if (typeof value !== "string") {
    problems.push("Not a valid string.");
  } else if (countCharacters(value) > limit) {
    problems.push(`The value may have no more than ${limit} characters.`);
  }
  return problems;
}

const unchecked = z
  .custom<Readonly<Record<string, string>>>()
  .meta({ type: "object", additionalProperties: { type: "string" } });

/** Environment variables. A custom check, because a record schema ignores keys like `__proto__`. */
export const envs = unchecked.superRefine((value: unknown, context) => {
  if (!isObject(value)) {
    return context.addIssue({ code: "custom", message: "Expected an object." });
  }
  for (const [key, text] of Object.entries(value)) {
    for (const message of checkVariable(key, text)) {
      context.addIssue({ code: "custom", path: [key], message });
    }
  }
});

/** Maximum timeout of a function (contract 2.6). */
export const maxTimeoutSeconds = 1805;

const codeLimit = 100_000;

/** Name of a function or namespace (contract 2.6, 4.5, 8). */
export const resourceName = z
  .string()
  .regex(
    /^[a-z][-a-z0-9]{0,24}[a-z0-9]$/,
    "It has to have 2 to 26 characters: small letters, digits and dashes; " +
      "it begins with a letter and does not end with a dash.",
  );

const boundedText = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => countCharacters(text) >= min && countCharacters(text) <= max,
      `It has to have ${min} to ${max} characters.`,
    );

const boundedInteger = (min: number, max: number) => {
  const message = `It has to be from ${min} to ${max}.`;
  return z.number().int().min(min, message).max(max, message);
};

/** `autoscaling` in a request; both keys are optional. */
export const sentAutoscaling = z.strictObject({
  min_instances: boundedInteger(0, 50).optional(),
  max_instances: boundedInteger(0, 50).optional(),
});

/** Minimum and maximum of a function's instances. */
export interface Autoscaling {
  readonly min_instances: number;
  readonly max_instances: number;
}

/** Completes `autoscaling` of a request by the current values or the server's defaults. */
export function completeAutoscaling(
  { min_instances, max_instances }: z.output<typeof sentAutoscaling>,
  current?: Autoscaling,
): Autoscaling {
  const min = min_instances ?? current?.min_instances ?? 0;
  return { min_instances: min, max_instances: max_instances ?? current?.max_instances ?? Math.max(1, min) };
}

/** Returns what is wrong with `autoscaling` of a body once it is completed. */
export function checkAutoscaling(sent: unknown, current?: Autoscaling): string | undefined {
  const { data } = sentAutoscaling.safeParse(sent);
  if (!data) {
    return undefined;
  }
  const { min_instances, max_instances } = completeAutoscaling(data, current);
  return min_instances <= max_instances ? undefined : "min_instances may not be greater than max_instances.";
}

/** Creates the fields that a create requires (contract 2.6), except `autoscaling`; a change has them, too. */
export const createRequiredFields = (maxTimeout: number) => ({
  code_text: boundedText(1, codeLimit),
  main_method: boundedText(1, 100),
  flavor: z.string(),
  timeout: boundedInteger(0, Math.min(maxTimeout, maxTimeoutSeconds)),
});

/** Optional fields of a create, and of a change (contract 2.6). */
export const optionalFields = {
  dependencies: boundedText(0, codeLimit),
  description: boundedText(0, 255),
  enable_api_key: z.boolean(),
  envs,
};
