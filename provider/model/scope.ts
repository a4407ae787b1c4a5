import * as z from "zod";
import type { CloudScope } from "../api/calls/path";
import type { Connection } from "../api/connection";
import { ConfigError, toEnvironmentName } from "../config/config";
import { joinReasons, LookupError } from "../core/data-source";
import type { Failure } from "../core/check";
import { namespace } from "../config/namespace";

/** The project and the region in the settings of a connection. Either may be missing. */
export type DefaultScope = Connection["scope"];

const scopeKeys = ["projectId", "regionId"] as const;

export const scopeArgs = { projectId: z.int().min(1).optional(), regionId: z.int().min(1).optional() };

/** Returns undefined for an invalid configuration, without an error: `HostSettings.checkConfig` reports the problem. */
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

/** Reports keys that both `args` and `scope` lack, but none without a `scope`: the configuration is then invalid. */
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

/** Fills in a missing project or region from the connection. @throws `LookupError` if the connection lacks it, too. */
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
