import type { AddressInfo, Server, Socket } from "node:net";

/** A server that listens on loopback. */
export interface Listening {
  port: number;
  /** How many connections were made to it. */
  connections: () => number;
  /** Ends its connections, too. */
  close: () => Promise<void>;
}

export async function listenOnLoopback(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}

/** Forwards the data of either of two connections to the other one, and ends both together. */
export function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  for (const [ended, rest] of [[one, other] as const, [other, one] as const]) {
    ended.on("error", () => ended.destroy());
    // Pending data is written before that.
    ended.on("close", () => rest.destroySoon());
  }
}
