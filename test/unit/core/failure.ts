import type { Failure } from "../../../provider/core/check";

/** What a check reports: a value that "is required" is missing, and nothing else is. */
export function failureOf(property: string, reason: string): Failure {
  return { property, reason, ...(reason.startsWith("is required") && { isMissing: true }) };
}
