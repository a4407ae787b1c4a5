export const mask = "[secret]";

/**
 * Shorter secrets are not hidden, because they are too often part of words. The contract allows no shorter credentials
 * (docs/contract.md, section 2.1.4), but a function's environment variables may be shorter.
 */
export const minSecretLength = 3;
