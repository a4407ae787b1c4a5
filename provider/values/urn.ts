/** A URN has the types of the parents before the type of the resource: `parent$type`. */
export function parseUrnType(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/** A name may itself contain `::`. */
export function parseUrnName(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
