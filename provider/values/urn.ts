/** The name in the URN of a resource, which may itself contain `::`. */
export function parseUrnName(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** The types of this package's resources, on both hosts. */
export const ownType = /^(pulumi-nodejs:dynamic\/)?edgecloud:/;
