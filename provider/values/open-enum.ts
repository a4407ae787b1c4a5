/** Words of the contract, or others that a later version of the platform may send. */
export type OpenEnum<Words extends string> = Words | (string & Record<never, never>);
