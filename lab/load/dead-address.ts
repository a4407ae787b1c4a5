import { spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { endChild, readFirstLine } from "../processes";
import { NotPossible } from "./trial";

/** Longer than the queue of any system for a backlog of one. */
const MAX_CONNECTIONS = 16;

/** Listens and then blocks its event loop, for 20 minutes at most, so that no connection in the queue is ever accepted. */
const LISTENER = `
const server = require("node:net").createServer().on("error", () => process.exit());
server.listen({ host: process.argv[1], port: 0, backlog: 1 }, () => {
  require("node:fs").writeSync(1, server.address().port + "\\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200_000);
  process.exit();
});`;

/** Opens an address of this machine to which no connection can be made: its queue is full, so further SYNs are dropped. */
export async function openDeadAddress(host: string): Promise<{ port: string; close: () => Promise<void> }> {
  const listener = spawn(process.execPath, ["-e", LISTENER, host], { stdio: ["ignore", "pipe", "inherit"] });
  const sockets: Socket[] = [];
  const port = await readFirstLine(listener).catch(() =>
    Promise.reject(new NotPossible(`nothing can listen on ${host}`)),
  );
  while (sockets.length < MAX_CONNECTIONS && (await canConnect(sockets, Number(port), host))) {
    // Fills the queue.
  }
  const close = async () => {
    await endChild(listener, "SIGKILL");
    sockets.forEach((socket) => socket.destroy());
  };
  if (sockets.length === MAX_CONNECTIONS) {
    await close();
    throw new NotPossible("here a full queue of connections drops no SYN");
  }
  return { port, close };
}

/** Whether a further connection is made or refused in time; neither happens if its SYN is dropped. */
function canConnect(sockets: Socket[], port: number, host: string): Promise<boolean> {
  const socket = connect(port, host);
  sockets.push(socket);
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), 1_000);
    socket.on("error", () => resolve(true)).on("connect", () => resolve(true));
  });
}
