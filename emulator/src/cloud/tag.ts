import { z } from "zod";
import { characters } from "./characters";

const limit = 255;

/** A rule for a text of a tag and the sentence that says it. */
interface TextRule {
  readonly keeps: (text: string) => boolean;
  readonly message: string;
}

/** Platform facts "Snapshots": rules of a tag's key. */
export const tagKeyRules: readonly TextRule[] = [
  {
    keeps: (key) => characters(key) >= 1 && characters(key) <= limit,
    message: `The key has to have 1 to ${limit} characters.`,
  },
  { keeps: (key) => !/[\s=]/.test(key), message: "The key may contain neither white space nor an equals sign." },
];

/** Platform facts "Snapshots": rules of a tag's value, to be held against it after trimming. */
export const tagValueRules: readonly TextRule[] = [
  { keeps: (value) => value !== "", message: "The value may not be empty." },
  { keeps: (value) => characters(value) <= limit, message: `The value may have no more than ${limit} characters.` },
  { keeps: (value) => !/\p{Cc}/u.test(value), message: "The value may not contain control characters." },
  { keeps: (value) => value === value.trim(), message: "The value may not begin or end with white space." },
];

/** The sentences of the rules that a text breaks. */
export function broken(rules: readonly TextRule[], text: string): string[] {
  return rules.filter(({ keeps }) => !keeps(text)).map(({ message }) => message);
}

const ruled = (rules: readonly TextRule[]) =>
  z.string().superRefine((text, context) => {
    for (const message of broken(rules, text)) context.addIssue({ code: "custom", message });
  });

/** A list of tags as it is answered (contract 2.4); every key once. */
export const tagList = z
  .array(
    z.strictObject({ key: ruled(tagKeyRules), value: ruled(tagValueRules), read_only: z.boolean().default(false) }),
  )
  .superRefine((tags, context) => {
    const keys = new Set<string>();
    for (const [index, { key }] of tags.entries()) {
      if (!keys.has(key)) keys.add(key);
      else context.addIssue({ code: "custom", path: [index, "key"], message: `"${key}" is used already` });
    }
  })
  .default([]);

/** Contract 2.4. */
export type Tag = z.output<typeof tagList>[number];
