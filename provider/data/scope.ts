import type { Connection } from "../api/connection";
import { InputError } from "../core/data-source";
import { scopeFailures, type Scope } from "../model/scope";

/** Project and region as given, else as configured. Fails with all that is missing, and how to set it. */
export function scopeOf(args: Partial<Scope>, { scope }: Connection): Scope {
  const { projectId = scope.projectId, regionId = scope.regionId } = args;
  if (projectId === undefined || regionId === undefined) {
    throw new InputError(scopeFailures(args, scope));
  }
  return { projectId, regionId };
}
