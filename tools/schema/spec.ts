// The parts of Pulumi's package schema that are used here, as its metaschema names them.

/** A type. */
export interface TypeSpec {
  type?: string;
  $ref?: string;
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  oneOf?: TypeSpec[];
}

/** A property of a type, a resource or a function. */
export interface PropertySpec extends TypeSpec {
  description?: string;
  deprecationMessage?: string;
  secret?: boolean;
  replaceOnChanges?: boolean;
  willReplaceOnChanges?: boolean;
}

/** The properties of an object. */
export interface MembersSpec {
  properties: Record<string, PropertySpec>;
  required?: string[];
}

/** A named type: an object, or an enumeration of texts. */
export interface NamedTypeSpec extends Partial<MembersSpec> {
  type: "object" | "string";
  description?: string;
  enum?: { name: string; value: string }[];
}

/** A resource. */
export interface ResourceSpec extends Partial<MembersSpec> {
  description?: string;
  inputProperties: Record<string, PropertySpec>;
  requiredInputs?: string[];
  aliases?: { type: string }[];
}

/** A data source. */
export interface FunctionSpec {
  description?: string;
  inputs: MembersSpec;
  outputs: MembersSpec;
}

/** A package. */
export interface PackageSpec {
  name: string;
  config: { variables: Record<string, PropertySpec> };
  types: Record<string, NamedTypeSpec>;
  provider: ResourceSpec;
  resources: Record<string, ResourceSpec>;
  functions: Record<string, FunctionSpec>;
  [other: string]: unknown;
}

/** The token of a type, a resource or a function. */
export function toToken(name: string): string {
  return `edgecloud:index:${name}`;
}

/** `originGroup` → `OriginGroup`. */
export function capitalize(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase());
}
