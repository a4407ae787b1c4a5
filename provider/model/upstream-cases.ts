/** The cases of `proxy_next_upstream`, in the contract's order (section 2.1). */
export const upstreamCases = [
  "error",
  "timeout",
  "invalid_header",
  "http_403",
  "http_404",
  "http_429",
  "http_500",
  "http_502",
  "http_503",
  "http_504",
] as const;
