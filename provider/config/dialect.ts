/** Programs use these words. Requests and answers have the platform's own words, which the setting `dialect` gives. */
export const neutralWords = {
  cloudSignatureV4: "cloudSignatureV4",
  cloudvendor: "cloudvendor",
  edgeapp: "edgeapp",
} as const;

export type NeutralWord = keyof typeof neutralWords;

export type Dialect = Record<NeutralWord, string>;
