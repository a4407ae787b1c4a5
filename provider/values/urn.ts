/** Returns the resource's own type. In a URN, the types of its parents stand before it. */
export function parseUrnType(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/** Returns the name of the resource, which may itself contain `::`. */
export function parseUrnName(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
