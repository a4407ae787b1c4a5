import { connect, type Connection, type ConnectionEvents } from "../api/connection";
import type { Config } from "../config/config";

const connections = new Map<string, Connection>();

/**
 * Shares one connection for equal settings, with its sockets, its batched reads and what it knows about the API key.
 */
export function connectHost(config: Config, events: ConnectionEvents): Connection {
  const key = JSON.stringify(config);
  const connection = connections.get(key) ?? connect(config, events);
  connections.set(key, connection);
  return connection;
}
