/** Any string is allowed. A plain `string` would absorb the words, and editors would not suggest them. */
export type OpenEnum<Words extends string> = Words | (string & Record<never, never>);
