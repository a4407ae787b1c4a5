import type { z } from "zod";

/** A seed, fault, filter or option that is not valid; the message names the path and the problem. */
export class InvalidInputError extends Error {
  override readonly name = "InvalidInputError";
}

/** Formats a path as in `originGroups[0].sources[1].config`. */
export function describePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") {
      return `${text}[${part}]`;
    }
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}

/** Parses input; throws an {@link InvalidInputError} that lists every problem with its path. */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  const problems = result.error.issues.map((issue) => `${describePath(issue.path) || "(top level)"}: ${issue.message}`);
  throw new InvalidInputError(`The ${what} is not valid: ${problems.join("; ")}`);
}
