/** What texts and outputs show in place of a secret. */
export const mask = "[secret]";
