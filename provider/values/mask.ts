/** Shown in texts and outputs in place of a secret. */
export const mask = "[secret]";

/** Shorter secrets are too often part of words. The contract allows none (docs/contract.md, section 2.1.4). */
export const minSecretLength = 3;
