import type { Config } from "../config";
import { Client } from "./client";
import type { Dialect } from "./dialect";
import { OriginGroupsEndpoint } from "./endpoints/cdn";

/** Everything a resource needs to talk to one account of the platform. */
export interface Connection {
  dialect: Dialect;
  originGroups: OriginGroupsEndpoint;
}

/** Opens no socket yet: the first call does. */
export function connect(config: Config): Connection {
  const client = new Client(config);
  return { dialect: config.dialect, originGroups: new OriginGroupsEndpoint(client) };
}
