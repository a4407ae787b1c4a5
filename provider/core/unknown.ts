/** What the engine sends for a value that is only known after `up`, whatever the type of the property. */
export const sentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * A value that a preview does not know yet. Distinct objects, but `isDeepStrictEqual` finds any two equal: exclude them
 * with `containsUnknown` before comparing.
 */
export class Unknown {}

/** Whether the value is unknown or holds something unknown. */
export function containsUnknown(value: unknown): boolean {
  return (
    value instanceof Unknown ||
    (typeof value === "object" && value !== null && Object.values(value).some(containsUnknown))
  );
}
