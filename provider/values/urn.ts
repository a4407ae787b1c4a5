/** The type in the URN of a resource, without those of its parents. */
export function parseUrnType(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/** The name in the URN of a resource, which may itself contain `::`. */
export function parseUrnName(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
