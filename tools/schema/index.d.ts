import type { Load, PackageSpec, Translate } from "./spec";

/** Where the schema is checked in. */
export const SCHEMA_FILE: string;

/** The package schema: what the types, their documentation, the zod schemas and the traits say, for other languages. */
export function generateSchema(load: Load, translate: Translate): PackageSpec;

/** The schema as it is checked in. */
export function schemaText(load: Load, translate: Translate): string;
