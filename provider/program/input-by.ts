import type { OutputInstance } from "@pulumi/pulumi";

/**
 * An input of a union of objects, which some properties tell apart. TypeScript then compares an object with the form
 * that it has and names the property that is wrong: with a plain `Input` promises and outputs, which have none of the
 * properties, keep it from choosing.
 */
export type InputBy<T, Properties extends string> =
  T | ((Promise<T> | OutputInstance<T>) & { readonly [Property in Properties]?: OutputInstance<unknown> });
