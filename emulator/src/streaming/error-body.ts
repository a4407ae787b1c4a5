/** The form that the platform facts show for statistics. */
export const listErrors = (errors: readonly string[]) => ({ data: [], errors });

const single = (message: string) => ({ error: message });

// Of the forms in the platform facts: which one answers which status is not published. A single thing that is refused
// is answered with a single sentence, a query that is wrong with the list that the facts show for it.
const forms: Readonly<Record<number, (message: string) => unknown>> = { 401: single, 403: single, 404: single };

/** Streaming's error body of a status. */
export function streamingError(status: number, message: string): unknown {
  return (forms[status] ?? ((text) => listErrors([text])))(message);
}
