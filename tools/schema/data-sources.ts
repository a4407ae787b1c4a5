import { capitalize, type MembersSpec } from "./spec";
import type { DataSource } from "./surface";
import type { Types } from "./type-specs";

/** Describes the arguments of a data source. */
export function describeArguments(types: Types, { name, args }: DataSource): MembersSpec {
  return types.objects.describeMembers(args, { owner: capitalize(name), isOutput: false });
}

/**
 * Describes the result of a data source. For other languages it is always an object.
 * @param nameResult Names the property that holds a result which is no object.
 */
export function describeResult(
  types: Types,
  { name, result, secrets }: DataSource,
  nameResult: (functionName: string) => string,
): MembersSpec {
  const place = { owner: capitalize(name), isOutput: true, secrets };
  if (types.isObject(result)) {
    return types.objects.describeMembers(types.checker.getTypeFromTypeNode(result), place);
  }
  const property = nameResult(name);
  return { properties: { [property]: types.toSpec(result, { ...place, property }) }, required: [property] };
}
