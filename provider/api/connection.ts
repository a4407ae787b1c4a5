import type { Config } from "../config";
import { Client } from "./client";
import type { Dialect } from "./dialect";
import { OriginGroupsEndpoint } from "./endpoints/cdn";
import { SnapshotsEndpoint } from "./endpoints/snapshots";

/** Everything a resource needs to talk to one account of the platform. */
export interface Connection {
  dialect: Dialect;
  /** Project and region of cloud resources that name none. */
  scope: Pick<Config, "projectId" | "regionId">;
  originGroups: OriginGroupsEndpoint;
  snapshots: SnapshotsEndpoint;
}

/** Opens no socket yet: the first call does. */
export function connect(config: Config): Connection {
  const client = new Client(config);
  const { dialect, projectId, regionId } = config;
  return {
    dialect,
    scope: { projectId, regionId },
    originGroups: new OriginGroupsEndpoint(client),
    snapshots: new SnapshotsEndpoint(client),
  };
}
