/**
 * What all copies of this package in a process share. A project has several if a library brings its own, or in a
 * monorepo. `name` must change with the form of what is shared, because the copies may be of different versions.
 */
export function shareWithCopies<Shared>(name: string, create: () => Shared): Shared {
  const registry = globalThis as Record<symbol, unknown>;
  return (registry[Symbol.for(`pulumi-edgecloud.${name}`)] ??= create()) as Shared;
}
