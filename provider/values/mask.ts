/** Shown in texts and outputs in place of a secret. */
export const mask = "[secret]";

/**
 * Shorter secrets are not masked, because they are too often part of ordinary words. The contract allows no shorter
 * credential (docs/contract.md, section 2.1.4).
 */
export const minSecretLength = 3;
