/** Words of the contract, or what else a later version of the platform may say. */
export type OpenEnum<Words extends string> = Words | (string & Record<never, never>);
