import { withoutNulls, type JsonObject } from "../../values/json";
import { normalizedFields } from "../../model/origin-group";
import type { GroupInputs, OriginGroupInputs } from "./schema";

/**
 * Normalized: defaults applied; nulls, an empty path and the default auth type dropped; the set of cases sorted, so that
 * two descriptions of the same group are equal. Takes values that fit the schema or are unknown yet.
 */
export function normalizeInputs(args: JsonObject): OriginGroupInputs {
  return withoutNulls({
    ...normalizeGroup(args),
    originGroupId: args.originGroupId,
    onDestroy: args.onDestroy,
  }) as unknown as OriginGroupInputs;
}

/** The part of the inputs that the platform stores, normalized. */
export function normalizeGroup(args: JsonObject): GroupInputs {
  return normalizedFields(args) as unknown as GroupInputs;
}
