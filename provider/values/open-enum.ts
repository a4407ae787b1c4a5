/** Any string. With a plain `string`, TypeScript would drop `Words`, so editors would not suggest them. */
export type OpenEnum<Words extends string> = Words | (string & Record<never, never>);
