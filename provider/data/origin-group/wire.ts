import type { Dialect } from "../../api/calls/dialect";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import { normalizedFields } from "../../model/origin-group";
import { readGroup, shownBesides } from "../../model/origin-group-answer";
import type { GetOriginGroupResult } from "./result";

/** A group under the names that programs use. */
export function originGroupOf(answer: OriginGroupAnswer, dialect: Dialect): GetOriginGroupResult {
  const group = normalizedFields(readGroup(answer, dialect)) as unknown as GetOriginGroupResult;
  return { ...group, ...shownBesides(answer, group), path: group.path ?? null, auth: group.auth ?? null };
}
