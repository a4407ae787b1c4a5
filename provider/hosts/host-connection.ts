import { connect, type Connection } from "../api/connection";
import type { OnSlowDown } from "../api/transport/gate";
import type { Config } from "../config/config";

const connections = new Map<string, Connection>();

/** Shares one connection for equal settings, with its sockets and what it knows of the API key. */
export function connectHost(config: Config, onSlowDown: OnSlowDown): Connection {
  const key = JSON.stringify(config);
  const connection = connections.get(key) ?? connect(config, onSlowDown);
  connections.set(key, connection);
  return connection;
}
