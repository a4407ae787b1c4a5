import { withoutNulls, type JsonObject } from "../../values/json";
import { normalizeGroupFields } from "../../model/origin-group";
import type { GroupInputs, OriginGroupInputs } from "./schema";

/**
 * Applies defaults, drops nulls, an empty path and the default auth type, and sorts the set of cases, so that two
 * descriptions of the same group are equal. Accepts values that fit the schema or are still unknown.
 */
export function normalizeInputs(args: JsonObject): OriginGroupInputs {
  return withoutNulls({
    ...normalizeGroup(args),
    originGroupId: args.originGroupId,
    onDestroy: args.onDestroy,
  }) as unknown as OriginGroupInputs;
}

/** The normalized group, without the options of the resource itself. */
export function normalizeGroup(args: JsonObject): GroupInputs {
  return normalizeGroupFields(args) as unknown as GroupInputs;
}
