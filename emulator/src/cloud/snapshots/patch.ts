import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../json-object";
import { InvalidFields } from "../error-body";
import type { Switches } from "../seed";
import type { Snapshot } from "./schema";
import { mergeTags, tagProblems } from "./tag-patch";

// Contract 4.3, to the letter: the doubled backslash makes the backslash itself one of the allowed characters.
const namePattern = /^[a-zA-Z0-9][a-zA-Z 0-9._\\-]{1,61}[a-zA-Z0-9._]$/;

const nameMessage =
  "The name has to have 3 to 63 characters: letters, digits, spaces, dots, underscores and dashes; " +
  "it begins with a letter or digit and does not end with a space or dash.";

function nameProblems(name: unknown): string[] {
  if (typeof name !== "string") return ["Not a valid string."];
  return namePattern.test(name) ? [] : [nameMessage];
}

type FieldRule = (value: unknown, snapshot: Snapshot, switches: Switches) => string[];

/** The body's properties, both optional; every other one is refused. */
const fieldRules = new Map<string, FieldRule>([
  ["name", nameProblems],
  ["tags", (value, snapshot, { refusesTagsNull }) => tagProblems(value, snapshot, refusesTagsNull)],
]);

/** A body that is right. */
interface SnapshotPatch {
  readonly name?: string;
  readonly tags?: Readonly<Record<string, unknown>> | null;
}

function accept(body: unknown, snapshot: Snapshot, switches: Switches): SnapshotPatch {
  if (!isObject(body)) throw new InvalidFields(new Map([["body", ["Expected an object."]]]));
  const problems = Object.entries(body).map(([field, value]) => {
    const rule = fieldRules.get(field);
    return [field, rule ? rule(value, snapshot, switches) : ["Unknown property."]] as const;
  });
  const found = new Map(problems.filter(([, messages]) => messages.length > 0));
  if (found.size > 0) throw new InvalidFields(found);
  return body;
}

/** The snapshot after a PATCH (contract 4.3): all of it or, with {@link InvalidFields}, nothing. */
export function patchSnapshot(snapshot: Snapshot, body: unknown, switches: Switches): Snapshot {
  const { name = snapshot.name, tags } = accept(body, snapshot, switches);
  const changed = { ...snapshot, name, tags: tags === undefined ? snapshot.tags : mergeTags(snapshot.tags, tags) };
  if (isDeepStrictEqual(changed, snapshot)) return snapshot;
  return { ...changed, updated_at: new Date().toISOString().replace(/\.\d+Z$/, "+0000") };
}
