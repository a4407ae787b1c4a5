/** What texts and outputs show in place of a secret. */
export const mask = "[secret]";

/** Shorter texts are too often ordinary words; the contract allows no shorter credential (section 2.1.4). */
export const minSecretLength = 3;
