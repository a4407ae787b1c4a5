import { type AddressInfo, createServer } from "node:net";

/** Far longer than any row takes: then it ends by itself, if nobody has ended it. */
const MAX_LIFE_MS = 20 * 60_000;

/** Blocks the event loop, so that no connection in the queue is ever accepted. */
function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MAX_LIFE_MS);
  process.exit();
}

const server = createServer();
server.on("error", ({ message }) => process.send?.(message));
server.listen({ host: process.argv[2], port: 0, backlog: 1 }, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(port, undefined, undefined, block);
});
