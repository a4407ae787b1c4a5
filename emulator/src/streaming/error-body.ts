/** The form that the platform facts show for statistics. */
export const buildErrorList = (errors: readonly string[]) => ({ data: [], errors });

// Of the forms in the platform facts: which one answers which status is not published. A single thing that is refused
// is answered with a single sentence, a query that is wrong with the list that the facts show for it.
const singleErrorStatuses: readonly number[] = [401, 403, 404, 429];

/** Streaming's error body of a status. */
export function buildStreamingError(status: number, message: string): unknown {
  return singleErrorStatuses.includes(status) ? { error: message } : buildErrorList([message]);
}
