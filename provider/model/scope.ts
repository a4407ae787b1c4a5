import * as z from "zod";
import type { CloudScope } from "../api/calls/path";
import type { Connection } from "../api/connection";
import { ConfigError, toEnvironmentName } from "../config/config";
import { joinReasons, LookupError } from "../core/data-source";
import type { Failure } from "../core/check";
import { namespace } from "../config/namespace";

export type DefaultScope = Connection["scope"];

const scopeKeys = ["projectId", "regionId"] as const;

export const scopeArgs = { projectId: z.int().min(1).optional(), regionId: z.int().min(1).optional() };

/** Returns undefined for an invalid configuration, because `HostSettings.checkConfig` reports the problem. */
export function readDefaultScope(connect: () => Connection): DefaultScope | undefined {
  try {
    return connect().scope;
  } catch (error) {
    if (error instanceof ConfigError) {
      return undefined;
    }
    throw error;
  }
}

/** A missing `scope` means an invalid configuration, which is reported elsewhere. */
export function checkScope(
  args: { projectId?: unknown; regionId?: unknown },
  scope: DefaultScope | undefined,
): Failure[] {
  const missing = scopeKeys.filter((key) => scope && (args[key] ?? scope[key]) === undefined);
  return missing.map((key) => ({
    property: key,
    reason:
      `is required: give it here, or for the whole connection with \`pulumi config set ${namespace}:${key} <value>\`, ` +
      `the environment variable ${toEnvironmentName(key)} or the Provider's ${key}`,
    isMissing: true,
  }));
}

/** @throws `LookupError` if the project or the region is missing in `args` and in the connection. */
export function resolveScope<Args extends Partial<CloudScope>>(args: Args, { scope }: Connection): Args & CloudScope {
  const { projectId = scope.projectId, regionId = scope.regionId } = args;
  if (projectId === undefined || regionId === undefined) {
    throw new LookupError(joinReasons(checkScope(args, scope).map(({ property, reason }) => `${property} ${reason}`)));
  }
  return { ...args, projectId, regionId };
}

export function describeScope({ projectId, regionId }: CloudScope): string {
  return `project ${projectId}, region ${regionId}`;
}
