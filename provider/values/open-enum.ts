/**
 * One of the given words, or any other string, because a later version of the platform may send new words. A plain
 * `string` would absorb the words, and editors would not suggest them.
 */
export type OpenEnum<Words extends string> = Words | (string & Record<never, never>);
