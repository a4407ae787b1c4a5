const gatewayStatuses = [401, 403, 404, 429];

/**
 * What stands before GraphQL (key, account, path, rate limit) refuses like the rest of the CDN; what a GraphQL server refuses has the
 * `errors` of the GraphQL specification.
 */
export function buildAnalyticsError(status: number, message: string): unknown {
  return gatewayStatuses.includes(status) ? { message } : { errors: [{ message }] };
}
