/** A URN has the types of the parents before the type of the resource: `parent$type`. A name may itself contain `::`. */
export function parseUrn(urn: string): { type: string; name: string } {
  const [, , types, ...names] = urn.split("::");
  return { type: types?.split("$").at(-1) ?? "", name: names.join("::") };
}
