import { z } from "zod";
import type { Connection } from "../api/connection";
import { environmentName } from "../config";
import { InputError } from "../core/data-source";
import { namespace } from "../namespace";

/** Where something of the cloud is. */
export interface Scope {
  projectId: number;
  regionId: number;
}

export const scopeArgs = { projectId: z.int().min(1).optional(), regionId: z.int().min(1).optional() };

/** Project and region as given, else as configured. Fails with all that is missing, and how to set it. */
export function scopeOf(args: Partial<Scope>, { scope }: Connection): Scope {
  const { projectId = scope.projectId, regionId = scope.regionId } = args;
  if (projectId !== undefined && regionId !== undefined) {
    return { projectId, regionId };
  }
  const keys = (["projectId", "regionId"] as const).filter((key) => (args[key] ?? scope[key]) === undefined);
  const reason = (key: (typeof keys)[number]) =>
    `is required: give it here, or for the whole connection with \`pulumi config set ${namespace}:${key} <value>\`, ` +
    `the environment variable ${environmentName(key)} or the Provider's ${key}`;
  throw new InputError(keys.map((property) => ({ property, reason: reason(property) })));
}

/** In words: `project 1, region 2`. */
export function scopeText({ projectId, regionId }: Scope): string {
  return `project ${projectId}, region ${regionId}`;
}
