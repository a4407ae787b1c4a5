import { pick } from "../values/json";

/** Programs use these words. Requests and answers have the platform's own words, which the setting `dialect` gives. */
export const neutralWords = {
  cloudSignatureV4: "cloudSignatureV4",
  cloudvendor: "cloudvendor",
  edgeapp: "edgeapp",
} as const;

export type NeutralWord = keyof typeof neutralWords;

export type Dialect = Record<NeutralWord, string>;

/** The command repeats the words that `dialect` already sets, because it replaces the whole setting. */
export function formatDialectCommand(dialect: Dialect, words: Partial<Record<NeutralWord, string>>): string {
  const customWords = pick({ ...dialect, ...words }, (neutral, word) => neutral !== word);
  return `\`pulumi config set edgecloud:dialect '${JSON.stringify(customWords)}'\``;
}
