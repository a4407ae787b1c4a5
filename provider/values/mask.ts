export const mask = "[secret]";

/**
 * A shorter secret is hidden only in its own property, because elsewhere its text is too often part of a word. The
 * contract allows no shorter credentials (docs/contract.md, section 2.1.4), but environment variables may be shorter.
 */
export const minSecretLength = 3;
