import { pick } from "../values/json";

/** The words that programs use. Requests and answers have the platform's words, as the setting `dialect` says. */
export const neutralWords = {
  cloudSignatureV4: "cloudSignatureV4",
  cloudvendor: "cloudvendor",
  edgeapp: "edgeapp",
} as const;

export type NeutralWord = keyof typeof neutralWords;

/** For each neutral word, the platform's own word. */
export type Dialect = Record<NeutralWord, string>;

/** Returns the command that sets `words`, the platform's words, besides those that `dialect` already sets. */
export function formatDialectCommand(dialect: Dialect, words: Partial<Record<NeutralWord, string>>): string {
  const customWords = pick({ ...dialect, ...words }, (neutral, word) => neutral !== word);
  return `\`pulumi config set edgecloud:dialect '${JSON.stringify(customWords)}'\``;
}
