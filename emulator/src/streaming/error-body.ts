/** The error body that the platform facts show for statistics. */
export const buildErrorList = (errors: readonly string[]) => ({ data: [], errors });

// Which of the forms in the platform facts belongs to which status is not published. These statuses get a single
// message, a wrong query gets the list.
const singleErrorStatuses: readonly number[] = [401, 403, 404, 429];

/** Builds streaming's error body. */
export function buildStreamingError(status: number, message: string): unknown {
  return singleErrorStatuses.includes(status) ? { error: message } : buildErrorList([message]);
}
