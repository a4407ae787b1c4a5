/** The CDN's error body where no rule words one of its own: 401, 403, 404, 405 (platform facts "CDN error body"). */
export const buildCdnError = (_status: number, message: string): { message: string } => ({ message });
