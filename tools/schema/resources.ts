import ts from "typescript";
import type { Traits } from "../../provider/core/traits";
import { isRequired } from "./declared";
import { describeOutput } from "./prose";
import { capitalize, type MembersSpec, type PropertySpec } from "./spec";
import type { Resource } from "./surface";
import type { Types } from "./type-specs";

/** Describes the arguments that other languages can give to a resource. */
export function describeInputs(types: Types, { name, args }: Resource, traits: Traits): Required<MembersSpec> {
  const { textFiles = {}, deprecated = {} } = traits;
  const secrets = new Set(listCredentials(traits));
  const without = Object.keys(textFiles);
  const place = { owner: name, isOutput: false, secrets, without };
  const { properties, required = [] } = types.objects.describeMembers(args, place);
  for (const [property, spec] of Object.entries(properties)) {
    const advice = deprecated[property];
    Object.assign(
      spec,
      advice && { deprecationMessage: `${capitalize(advice)}.` },
      describeReplacement(property, traits),
    );
  }
  return { properties, required: [...required, ...Object.values(textFiles)] };
}

/**
 * Describes the outputs of a resource. Credentials are inputs only: one in an output would hide its whole property.
 * @param inputs Their descriptions stand in where an output has none.
 */
export function describeOutputs(
  types: Types,
  { name, declaration }: Resource,
  traits: Traits,
  inputs: Readonly<Record<string, PropertySpec>>,
): Required<MembersSpec> {
  const without = listCredentials(traits);
  const symbols = declaration.members.flatMap((member) => {
    const symbol = ts.isPropertyDeclaration(member) ? types.checker.getSymbolAtLocation(member.name) : undefined;
    return symbol ? [symbol] : [];
  });
  const properties: Record<string, PropertySpec> = {};
  for (const symbol of symbols) {
    const place = { owner: name, property: symbol.name, isOutput: true, without };
    const spec = types.objects.describeProperty(symbol, place);
    const description = spec.description ?? describeOutput(inputs[symbol.name]?.description ?? "");
    properties[symbol.name] = { ...spec, ...(description && { description }) };
  }
  return { properties, required: symbols.filter(isRequired).map((symbol) => symbol.name) };
}

/** The names of credentials, at any depth. */
function listCredentials({ credentials = [] }: Traits): string[] {
  return credentials.flatMap((path) => path.split(".").slice(-1));
}

/**
 * SDKs pass `replaceOnChanges` on to the engine, which then replaces at any difference. An argument that is also an
 * output can be left out and still mean the same object, so for it only the documentation mentions the replacement.
 */
function describeReplacement(property: string, { replacedBy, computed }: Traits): Partial<PropertySpec> {
  if (!replacedBy.includes(property)) {
    return {};
  }
  return property in computed ? { willReplaceOnChanges: true } : { replaceOnChanges: true };
}
