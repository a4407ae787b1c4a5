import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { isObject } from "../../json-object";
import { parseBody } from "../body";
import { InvalidFieldsError, formatTimestamp } from "../replies";
import type { CloudSwitches } from "../switches";
import { describeBroken, tagKeyRules, tagValueRules, type Tag } from "../tag";
import type { Snapshot } from "./schema";

/** Literally from contract 4.3: its doubled backslash allows the backslash itself. */
const namePattern = /^[a-zA-Z0-9][a-zA-Z 0-9._\\-]{1,61}[a-zA-Z0-9._]$/;

/** {@link namePattern} in words. */
const nameMessage =
  "The name has to have 3 to 63 characters: letters, digits, spaces, dots, underscores and dashes; " +
  "it begins with a letter or digit and does not end with a space or dash.";

const readOnlyMessage = "The tag is read-only and cannot be modified.";

/** The server trims values (platform facts "Snapshots"). */
const trimValue = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

function checkTag(key: string, value: unknown, readOnlyKeys: ReadonlySet<string>): string[] {
  const ofKey = describeBroken(tagKeyRules, key);
  if (ofKey.length > 0) {
    return ofKey;
  }
  // Refused even with its present value.
  if (readOnlyKeys.has(key)) {
    return [readOnlyMessage];
  }
  if (value === null) {
    return [];
  }
  return typeof value === "string"
    ? describeBroken(tagValueRules, value.trim())
    : ["The value has to be a text or null."];
}

/** Returns what is wrong with `tags` of a body. */
function checkTags(patch: unknown, { tags }: Pick<Snapshot, "tags">, refusesNull: boolean): string[] {
  if (patch === null) {
    return refusesNull ? ["This field may not be null."] : [];
  }
  if (!isObject(patch)) {
    return ["Expected an object of tag keys and values, or null."];
  }
  const readOnlyKeys = new Set(tags.filter((tag) => tag.read_only).map((tag) => tag.key));
  return Object.entries(patch).flatMap(([key, value]) =>
    checkTag(key, value, readOnlyKeys).map((message) => `"${key}": ${message}`),
  );
}

/**
 * Applies a JSON merge patch (RFC 7386) that has passed {@link checkTags}. Tags keep their order, new ones come last;
 * read-only ones always stay (contract 4.3).
 */
function mergeTags(tags: readonly Tag[], patch: Readonly<Record<string, unknown>> | null): Tag[] {
  if (patch === null) {
    return tags.filter((tag) => tag.read_only);
  }
  const merged = new Map(tags.map((tag) => [tag.key, tag]));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      merged.delete(key);
    } else {
      merged.set(key, { key, value: String(trimValue(value)), read_only: false });
    }
  }
  return [...merged.values()];
}

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

function checkName(name: unknown): string[] {
  if (typeof name !== "string") {
    return ["Not a valid string."];
  }
  return namePattern.test(name) ? [] : [nameMessage];
}

type FieldRule = (value: unknown, snapshot: Snapshot, switches: CloudSwitches) => string[];

const fieldRules = new Map<string, FieldRule>([
  ["name", checkName],
  ["tags", (value, snapshot, { refusesTagsNull }) => checkTags(value, snapshot, refusesTagsNull)],
]);

interface SnapshotPatch {
  readonly name?: string;
  readonly tags?: Readonly<Record<string, unknown>> | null;
}

function parsePatch(body: unknown, snapshot: Snapshot, switches: CloudSwitches): SnapshotPatch {
  if (!isObject(body)) {
    throw new InvalidFieldsError(new Map([["body", ["Expected an object."]]]));
  }
  const problems = Object.entries(body).map(([field, value]) => {
    const rule = fieldRules.get(field);
    return [field, rule ? rule(value, snapshot, switches) : ["Unknown property."]] as const;
  });
  const found = new Map(problems.filter(([, messages]) => messages.length > 0));
  if (found.size > 0) {
    throw new InvalidFieldsError(found);
  }
  return body;
}

/** Applies a PATCH (contract 4.3); throws an {@link InvalidFieldsError}. */
export function patchSnapshot(snapshot: Snapshot, body: unknown, switches: CloudSwitches, now: number): Snapshot {
  const { name = snapshot.name, tags } = parsePatch(body, snapshot, switches);
  const changed = { ...snapshot, name, tags: tags === undefined ? snapshot.tags : mergeTags(snapshot.tags, tags) };
  if (isDeepStrictEqual(changed, snapshot)) {
    return snapshot;
  }
  return { ...changed, updated_at: formatTimestamp(now) };
}
