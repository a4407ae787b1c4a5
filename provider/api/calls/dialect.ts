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

/** Its messages are about the whole dialect, whatever part is wrong. */
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

/** For each neutral word the word of this deployment. */
export type Dialect = z.infer<typeof dialectSchema>;

/** Translates one word on its way to the platform; words that are the same everywhere pass unchanged. */
export function toPlatform(dialect: Dialect, word: string): string {
  return Object.hasOwn(dialect, word) ? dialect[word as keyof Dialect] : word;
}

/** Translates one word on its way from the platform; words that the dialect does not have pass unchanged. */
export function fromPlatform(dialect: Dialect, word: string): string {
  const match = Object.entries(dialect).find(([, platformWord]) => platformWord === word);
  return match ? match[0] : word;
}
