import { z } from "zod";
import { createSourceSchemas } from "./cdn/origin-groups/stored-schema";
import { isObject } from "./json-object";
import { createSeedSchema } from "./seed";

interface JsonSchema {
  [key: string]: unknown;
}

/** Stand for the dialect's words, which a JSON schema cannot know: any text is allowed in their places. */
const placeholders = { cloudSignatureV4: "\0signature", cloudvendor: "\0vendor", edgeapp: "\0app" };
const isPlaceholder = (value: unknown): boolean => (Object.values(placeholders) as unknown[]).includes(value);

function withoutPlaceholders(part: unknown): unknown {
  if (Array.isArray(part)) {
    return part.map(withoutPlaceholders);
  }
  if (!isObject(part)) {
    return part;
  }
  const own = isPlaceholder(part.const) || (Array.isArray(part.enum) && part.enum.some(isPlaceholder));
  const kept = Object.entries(part).filter(
    ([key, value]) => !isPlaceholder(value) && !(own && (key === "enum" || key === "const")),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutPlaceholders(value)]));
}

const toJsonSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", target: "draft-07", unrepresentable: "any" });

const withoutVersion = ({ $schema: _version, ...schema }: JsonSchema): JsonSchema => schema;

/** Throws if there is none, so that a renamed key of a seed is noticed. */
function findSubschema(schema: JsonSchema, ...keys: string[]): JsonSchema {
  return keys.reduce((part, key) => {
    const next = part[key];
    if (isObject(next)) {
      return next;
    }
    throw new Error(`The schema of a seed has no ${key}`);
  }, schema);
}

/** Creates the JSON schema of a seed. Some rules between fields are checked at the start only. */
export function createSeedJsonSchema(): JsonSchema {
  const schema = toJsonSchema(createSeedSchema(placeholders));
  // Sources are custom checks, which zod cannot translate.
  const groups = findSubschema(schema, "properties", "originGroups", "items", "properties");
  findSubschema(groups, "sources").items = {
    anyOf: createSourceSchemas(placeholders).map((form) => withoutVersion(toJsonSchema(form))),
  };
  return { ...(withoutPlaceholders(schema) as JsonSchema), title: "A seed of edgecloud-emulator" };
}
