import type { OutputInstance } from "@pulumi/pulumi";

/**
 * An input of a discriminated union of objects. TypeScript compares an object with the matching member and names the
 * wrong property; with a plain `Input` it cannot, because promises and outputs lack the discriminating properties.
 * `Lifted` is the type of these properties on an output.
 */
export type InputBy<T, Properties extends string, Lifted = OutputInstance<unknown>> =
  T | ((Promise<T> | OutputInstance<T>) & { readonly [Property in Properties]?: Lifted });

/**
 * The type of a string property that an output lifts. An `Input<string>` is not assignable to it, so TypeScript does not
 * take an object with such a property for an output.
 */
export type LiftedWord = LiftedText | OutputInstance<object>;

interface LiftedText extends OutputInstance<unknown> {
  readonly length: unknown;
}

/**
 * A promise or an output that `pulumi.Unwrap` does not turn into a `T`, so that the output of an object with such a
 * property can be passed to an argument of the same type.
 */
export type Deferred<T> = PromiseLike<T> | Pick<OutputInstance<T>, "get">;
