import { ApiError } from "../api/failures/errors";

/** The line of a preview about an existing object that a resource adopts. */
export function describeAdoption(changes: readonly string[]): string {
  return `adopts the existing one, which changes ${changes.length > 0 ? changes.join(", ") : "nothing"}`;
}

/**
 * The answer to a question of a preview; undefined if the platform refuses it, as the operation itself will report
 * that.
 */
export async function ignoreRefusal<Answer>(asked: Promise<Answer> | undefined): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError) {
      return undefined;
    }
    throw error;
  }
}
