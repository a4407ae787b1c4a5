/** The key of a stack, from its configuration. */
export declare function openStackKey(encryptedKey: string): Buffer;
