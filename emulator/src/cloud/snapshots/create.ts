import { z } from "zod";
import { isObject } from "../../json-object";
import { parseBody } from "../body";
import { nameMessage, namePattern } from "./name";
import { mergeTags, checkTags } from "./tag-patch";

/** As in a PATCH, but without null, which removes a tag. */
const tags = z.custom<Readonly<Record<string, string>>>().superRefine((value: unknown, context) => {
  const nulls = Object.entries(isObject(value) ? value : {}).filter(([, text]) => text === null);
  const ofNulls = nulls.map(([key]) => `"${key}": The value has to be a text.`);
  for (const message of [...checkTags(value, { tags: [] }, true), ...ofNulls]) {
    context.addIssue({ code: "custom", message });
  }
});

const newSnapshot = z
  .strictObject({
    volume_id: z.uuidv4("Not a valid UUID4."),
    name: z.string().regex(namePattern, nameMessage),
    description: z.string().nullable().default(null),
    tags: tags.optional(),
  })
  .transform((sent) => ({ ...sent, tags: mergeTags([], sent.tags ?? {}) }));

/** Parses the body of a create (platform facts "Snapshots"); throws an `InvalidFieldsError`. */
export function parseNewSnapshot(body: unknown): z.output<typeof newSnapshot> {
  return parseBody(newSnapshot, body);
}
