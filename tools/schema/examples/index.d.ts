import type { PackageSpec, TypeSpec } from "../spec";

/** What the schema says of a resource. */
export interface Described {
  name: string;
  inputs: Record<string, TypeSpec>;
  types: PackageSpec["types"];
}

/** The example of a resource in each language, made of the one in TypeScript: so none of them falls behind. */
export function resourceExamples(code: string, resource: Described, textFiles?: Record<string, string>): string;

/** The example of a data source. Only resources have theirs in other languages, too. */
export function dataSourceExample(code: string): string;
