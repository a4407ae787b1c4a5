import { z } from "zod";
import { countCharacters } from "../count-characters";

const limit = 255;

interface TextRule {
  readonly accepts: (text: string) => boolean;
  readonly message: string;
}

/** Rules of a tag's key (platform facts "Snapshots"). */
export const tagKeyRules: readonly TextRule[] = [
  {
    accepts: (key) => countCharacters(key) >= 1 && countCharacters(key) <= limit,
    message: `The key has to have 1 to ${limit} characters.`,
  },
  { accepts: (key) => !/[\s=]/.test(key), message: "The key may contain neither white space nor an equals sign." },
];

/** Rules of a tag's value after trimming (platform facts "Snapshots"). */
export const tagValueRules: readonly TextRule[] = [
  { accepts: (value) => value !== "", message: "The value may not be empty." },
  {
    accepts: (value) => countCharacters(value) <= limit,
    message: `The value may have no more than ${limit} characters.`,
  },
  { accepts: (value) => !/\p{Cc}/u.test(value), message: "The value may not contain control characters." },
  { accepts: (value) => value === value.trim(), message: "The value may not begin or end with white space." },
];

/** Returns the messages of the rules that a text breaks. */
export function describeBroken(rules: readonly TextRule[], text: string): string[] {
  return rules.filter(({ accepts }) => !accepts(text)).map(({ message }) => message);
}

const createTextSchema = (rules: readonly TextRule[]) =>
  z.string().superRefine((text, context) => {
    for (const message of describeBroken(rules, text)) {
      context.addIssue({ code: "custom", message });
    }
  });

/** A list of tags with unique keys, as in responses (contract 2.4). */
export const tagList = z
  .array(
    z.strictObject({
      key: createTextSchema(tagKeyRules),
      value: createTextSchema(tagValueRules),
      read_only: z.boolean().default(false),
    }),
  )
  .superRefine((tags, context) => {
    const keys = new Set<string>();
    for (const [index, { key }] of tags.entries()) {
      if (!keys.has(key)) {
        keys.add(key);
      } else {
        context.addIssue({ code: "custom", path: [index, "key"], message: `"${key}" is already used` });
      }
    }
  })
  .default([]);

/** A tag (contract 2.4). */
export type Tag = z.output<typeof tagList>[number];
