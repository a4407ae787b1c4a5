import { pick } from "../values/json";

/**
 * The words in which deployments of the platform differ, under their neutral names. Programs always use the neutral
 * names; what goes over the wire is the deployment's own word.
 */
export const neutralWords = {
  cloudSignatureV4: "cloudSignatureV4",
  cloudvendor: "cloudvendor",
  edgeapp: "edgeapp",
} as const;

export type NeutralWord = keyof typeof neutralWords;

export type Dialect = Record<NeutralWord, string>;

/** The command that adds these words to those that are set already. */
export function formatDialectCommand(dialect: Dialect, words: Partial<Record<NeutralWord, string>>): string {
  const customWords = pick({ ...dialect, ...words }, (neutral, word) => neutral !== word);
  return `\`pulumi config set edgecloud:dialect '${JSON.stringify(customWords)}'\``;
}
