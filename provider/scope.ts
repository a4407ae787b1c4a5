import type { Connection } from "./api/connection";
import { ConfigError, environmentName } from "./config";
import type { JsonObject } from "./json";
import { namespace } from "./namespace";
import type { Failure } from "./core/handler";

/** Project and region of cloud resources that name none. */
export type DefaultScope = Connection["scope"];

/** What the configuration says; undefined where it cannot be used, which is a failure of its own. */
export function defaultScope(connect: () => Connection): DefaultScope | undefined {
  try {
    return connect().scope;
  } catch (error) {
    if (error instanceof ConfigError) {
      return undefined;
    }
    throw error;
  }
}

/** What is wrong with the project and region of a resource that needs both. */
export function scopeFailures(args: JsonObject, scope: DefaultScope | undefined): Failure[] {
  const keys = scope
    ? (["projectId", "regionId"] as const).filter((key) => (args[key] ?? scope[key]) === undefined)
    : [];
  return keys.map((key) => ({
    property: key,
    reason:
      `is required: give it here, or for all resources with \`pulumi config set ${namespace}:${key} <value>\` or the ` +
      `environment variable ${environmentName(key)}`,
  }));
}
