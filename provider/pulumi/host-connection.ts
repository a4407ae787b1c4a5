import { connect, type Connection } from "../api/connection";
import type { Config } from "../config";
import { hostWaits } from "./wait-display";

const connections = new Map<string, Connection>();

/** One connection for equal settings: all resource types of a host share its sockets, and what it knows of the key. */
export function hostConnection(config: Config): Connection {
  const key = JSON.stringify(config);
  const connection = connections.get(key) ?? connect(config, (untilMs) => hostWaits.slowedDown(untilMs));
  connections.set(key, connection);
  return connection;
}
