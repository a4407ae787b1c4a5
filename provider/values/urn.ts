/** Returns the type of the resource, without the types of its parents, which a URN has before it. */
export function parseUrnType(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/** Returns the name of the resource, which may itself contain `::`. */
export function parseUrnName(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
