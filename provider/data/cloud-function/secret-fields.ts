/** Texts that may hold a secret in any place. */
export const secretTexts = ["code", "dependencies"] as const;
