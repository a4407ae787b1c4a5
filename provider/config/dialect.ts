import { pick } from "../values/json";

/** Programs use these neutral words, while requests and answers have the deployment's own words. */
export const neutralWords = {
  cloudSignatureV4: "cloudSignatureV4",
  cloudvendor: "cloudvendor",
  edgeapp: "edgeapp",
} as const;

export type NeutralWord = keyof typeof neutralWords;

export type Dialect = Record<NeutralWord, string>;

/** Formats the command that adds `words` to those that `dialect` already sets. */
export function formatDialectCommand(dialect: Dialect, words: Partial<Record<NeutralWord, string>>): string {
  const customWords = pick({ ...dialect, ...words }, (neutral, word) => neutral !== word);
  return `\`pulumi config set edgecloud:dialect '${JSON.stringify(customWords)}'\``;
}
