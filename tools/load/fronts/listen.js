// @ts-check
"use strict";

/**
 * Lets a server listen on loopback; `close` ends its connections too.
 * @param {import("node:net").Server} server
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
async function listen(server) {
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

/**
 * Joins two connections: what comes on one goes out on the other, and so does its end.
 * @param {import("node:net").Socket} one
 * @param {import("node:net").Socket} other
 */
function join(one, other) {
  one.pipe(other).pipe(one);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    from?.on("error", () => to?.destroy()).on("close", () => to?.destroy());
  }
}

module.exports = { join, listen };
