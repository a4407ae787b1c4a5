import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import path from "node:path";
import type { Front } from "./fronts";
import { NotPossible } from "./row";

/** Longer than the queue of any system for a backlog of one. */
const MAX_CONNECTIONS = 16;
const CONNECT_WITHIN_MS = 1_000;

/**
 * Opens an address of this machine to which no connection can be made: its listener accepts none, and its queue is full,
 * so that the system drops every further SYN.
 */
export async function openDeadAddress(host: string): Promise<Front> {
  const listener = fork(path.join(__dirname, "dead-listener.js"), [host], { execArgv: [] });
  const [port] = (await once(listener, "message")) as [number | string];
  const sockets: Socket[] = [];
  const close = async () => {
    const ended = once(listener, "exit");
    listener.kill("SIGKILL");
    await ended;
    sockets.forEach((socket) => socket.destroy());
  };
  try {
    if (typeof port !== "number") {
      throw new NotPossible(`nothing can listen on ${host} here (${port})`);
    }
    while (await canConnect(sockets, port, host)) {
      if (sockets.length === MAX_CONNECTIONS) {
        throw new NotPossible("here a full queue of connections drops no SYN");
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `http://${host}:${port}`, close };
}

/** Whether a further connection is made or refused in time; neither happens if its SYN is dropped. */
function canConnect(sockets: Socket[], port: number, host: string): Promise<boolean> {
  const socket = connect(port, host);
  sockets.push(socket);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), CONNECT_WITHIN_MS);
    socket.on("error", () => resolve(true));
    socket.on("connect", () => resolve(true));
    socket.on("close", () => clearTimeout(timer));
  });
}
