import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../json-object";
import { InvalidFieldsError } from "../error-body";
import { formatTimestamp } from "../timestamp";
import type { CloudSwitches } from "../switches";
import { nameMessage, namePattern } from "./name";
import type { Snapshot } from "./schema";
import { mergeTags, checkTags } from "./tag-patch";

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
