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

export const dialectSchema = z.strictObject({
  cloudSignatureV4: z.string().min(1).default(neutralWords.cloudSignatureV4),
  cloudvendor: z.string().min(1).default(neutralWords.cloudvendor),
  edgeapp: z.string().min(1).default(neutralWords.edgeapp),
});

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
