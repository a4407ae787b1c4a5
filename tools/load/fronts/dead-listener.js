// @ts-check
"use strict";

const { createServer } = require("node:net");

/** Far longer than any row takes, so that a listener that nobody ends does not stay for ever. */
const LONGEST_MS = 20 * 60_000;

/** Stands still, so that nobody takes the connections that the system keeps in the queue. */
function standStill() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONGEST_MS);
  process.exit();
}

const server = createServer();
server.on("error", ({ message }) => process.send?.(message));
server.listen({ host: process.argv[2], port: 0, backlog: 1 }, () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  process.send?.(address.port, standStill);
});
