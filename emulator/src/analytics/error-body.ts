const gatewayStatuses = [401, 403, 404, 429];

/**
 * Errors before GraphQL (key, account, path, rate limit) look like the CDN's; those of the GraphQL server have the
 * specification's `errors`.
 */
export function buildAnalyticsError(status: number, message: string): unknown {
  return gatewayStatuses.includes(status) ? { message } : { errors: [{ message }] };
}
