/** What Node.js sends as the value of a header. */
export const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
