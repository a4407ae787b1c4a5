import type * as pulumi from "@pulumi/pulumi";

/** The arguments of the `...Output` form of a data source: each value, at any depth, may be an output or a promise. */
export type Wrapped<T> = pulumi.Input<T extends Date ? T : T extends object ? { [K in keyof T]: Wrapped<T[K]> } : T>;

/** The options of the `...Output` form of a data source; `dependsOn` delays the call until those resources exist. */
export type OutputOptions = pulumi.InvokeOptions | pulumi.InvokeOutputOptions;
