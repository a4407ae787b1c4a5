import type { z } from "zod";

/** A type as Pulumi's package schema writes it. */
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

/** The members of an object. */
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

/** A package in the form of Pulumi's metaschema; what is not used here is left out. */
export interface PackageSpec {
  name: string;
  config: { variables: Record<string, PropertySpec> };
  types: Record<string, NamedTypeSpec>;
  provider: ResourceSpec;
  resources: Record<string, ResourceSpec>;
  functions: Record<string, FunctionSpec>;
  [other: string]: unknown;
}

/** Loads a module of the provider by its path below `provider/`, without extension. */
export type Load = (module: string) => Record<string, unknown>;

/** The examples of a schema in other languages, by the name of the resource or data source and by language. */
export type Translate = (schema: PackageSpec) => Record<string, Record<string, string>>;

/** What a zod schema says of itself, as far as it is asked here. */
export type ZodDef = z.core.$ZodTypeDef & Record<string, unknown>;
