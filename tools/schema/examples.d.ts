import type { Traits } from "../../provider/core/traits";
import type { PackageSpec, Translate } from "./spec";

/** The folder with a program in YAML for each resource and data source; Pulumi's own generators translate them. */
export const EXAMPLES: string;

/** What a resource or a data source says of its use in TypeScript. */
export interface Documented {
  name: string;
  /** What its example imports. */
  uses: string;
  /** What the tag `@example` says. */
  code: string;
  /** Of a resource. */
  id?: Traits["id"];
}

/** Adds to each description an example in every language, and to those of resources how an object is imported. */
export function addExamples(
  schema: PackageSpec,
  translated: ReturnType<Translate>,
  documented: readonly Documented[],
): void;

/** An example as a whole program. */
export function toProgram(code: string, importable: readonly string[]): string;
