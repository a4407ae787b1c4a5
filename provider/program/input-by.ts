import type { OutputInstance } from "@pulumi/pulumi";

/**
 * An input of a union of objects, which some properties tell apart. TypeScript then compares an object with the form
 * that it has and names the property that is wrong: with a plain `Input` promises and outputs, which have none of the
 * properties, keep it from choosing. `Lifted` is what an output has in their place.
 */
export type InputBy<T, Properties extends string, Lifted = OutputInstance<unknown>> =
  T | ((Promise<T> | OutputInstance<T>) & { readonly [Property in Properties]?: Lifted });

/**
 * A property of an output that is a word. The `Input` of a word does not fit, so that TypeScript does not compare an
 * object that has one with an output.
 */
export type LiftedWord = LiftedText | OutputInstance<object>;

interface LiftedText extends OutputInstance<unknown> {
  readonly length: unknown;
}

/**
 * A promise or an output. In the output of an object that has it, it stays what it is, where the SDK would make it a
 * `T`: the object could not be given on to an argument that takes a `T` in other forms only.
 */
export type Later<T> = PromiseLike<T> | Pick<OutputInstance<T>, "get">;
