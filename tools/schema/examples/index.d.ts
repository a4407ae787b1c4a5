import type { Traits } from "../../../provider/core/traits";
import type { PackageSpec, TypeSpec } from "../spec";

/** What the schema says of a resource or a data source. */
export interface Described {
  name: string;
  inputs: Record<string, TypeSpec>;
  types: PackageSpec["types"];
}

/** The example of a resource in each language, made of the one in TypeScript, and how such an object is imported. */
export function resourceExamples(code: string, resource: Described, traits: Pick<Traits, "id" | "textFiles">): string;

/** The example of a data source in each language; in Go its name depends on whether a resource has the same one. */
export function dataSourceExamples(
  code: string,
  source: Described & { outputs: Record<string, TypeSpec> },
  isOfResource: boolean,
): string;
