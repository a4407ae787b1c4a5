import * as z from "zod";

/**
 * The words in which deployments of the platform differ, under their neutral names. Programs always use the neutral
 * names; what goes over the wire is the deployment's own word.
 */
export const neutralWords = {
  cloudSignatureV4: "cloudSignatureV4",
  cloudvendor: "cloudvendor",
  edgeapp: "edgeapp",
} as const;

const createWordSchema = (word: keyof typeof neutralWords) => {
  const error = `must have a string as ${word} that is not empty`;
  return z.string(error).min(1, error).default(neutralWords[word]);
};

/** All its messages are about the dialect as a whole. */
export const dialectSchema = z.strictObject(
  {
    cloudSignatureV4: createWordSchema("cloudSignatureV4"),
    cloudvendor: createWordSchema("cloudvendor"),
    edgeapp: createWordSchema("edgeapp"),
  },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `must have no ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}; ` +
          `its properties are ${Object.keys(neutralWords).join(", ")}`
        : "must be a JSON object",
  },
);

/** The deployment's word for each neutral one. */
export type Dialect = z.infer<typeof dialectSchema>;

/** A word that differs between deployments. */
export type NeutralWord = keyof typeof neutralWords;

/** Translates a word on its way to the platform, in a field that may have this neutral one. */
export function toPlatform(dialect: Dialect, neutral: NeutralWord, word: string): string {
  return word === neutral ? dialect[neutral] : word;
}

/** Translates a word on its way from the platform, in a field that may have this neutral one. */
export function fromPlatform(dialect: Dialect, neutral: NeutralWord, word: string): string {
  return word === dialect[neutral] ? neutral : word;
}

/** The command that adds these words to those that are set already. */
export function formatDialectCommand(dialect: Dialect, words: Partial<Record<NeutralWord, string>>): string {
  const own = Object.fromEntries(
    Object.entries({ ...dialect, ...words }).filter(([neutral, word]) => neutral !== word),
  );
  return `\`pulumi config set edgecloud:dialect '${JSON.stringify(own)}'\``;
}
