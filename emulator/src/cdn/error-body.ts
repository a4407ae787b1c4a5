/** The CDN's general error body (platform facts "CDN error body"). */
export const buildCdnError = (_status: number, message: string): { message: string } => ({ message });
