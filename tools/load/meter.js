// @ts-check
"use strict";

const { subscribe } = require("node:diagnostics_channel");

/** @typedef {{ at: number, path: string, isGet: boolean, status?: number, answeredAt?: number }} Request */
/** @typedef {import("edgecloud-emulator").EmulatorState["tasks"]} Tasks */

const TASK = /\/tasks\/([^/]+)$/;
const FUNCTION = /\/functions\/[^/]+$/;

/** Counts what comes to the HTTP server of this process on a port, by what Node itself tells of its servers. */
class Meter {
  /** @type {Request[]} */
  requests = [];
  connections = 0;
  open = 0;
  peakSockets = 0;

  /** @param {number} port */
  constructor(port) {
    subscribe("net.server.socket", (message) => {
      const { socket } = /** @type {{ socket: import("node:net").Socket }} */ (message);
      if (socket.localPort === port) {
        this.note(socket);
      }
    });
    subscribe("http.server.request.start", (message) => {
      const { request, response } = /** @type {{ request: import("node:http").IncomingMessage, response: any }} */ (
        message
      );
      const [path = ""] = (request.url ?? "").split("?", 1);
      /** @type {Request} */
      const entry = { at: Date.now(), path, isGet: request.method === "GET" };
      this.requests.push(entry);
      response.once("finish", () => Object.assign(entry, { status: response.statusCode, answeredAt: Date.now() }));
    });
  }

  /** @param {import("node:net").Socket} socket */
  note(socket) {
    this.connections++;
    this.peakSockets = Math.max(this.peakSockets, ++this.open);
    socket.once("close", () => this.open--);
  }

  /**
   * @param {Tasks} tasks
   * @returns {import("./index").Traffic}
   */
  traffic(tasks) {
    const { requests, connections, peakSockets } = this;
    const functionPolls = looksBeforeTheLast(requests);
    const polls = requests.filter((request) => isTaskPoll(request) || functionPolls.has(request));
    return {
      requests: requests.length,
      useful: requests.filter(({ status }) => status !== undefined && status !== 429 && status !== 503).length,
      peak: mostInASecond(requests),
      peakPolls: mostInASecond(polls),
      functionPolls: functionPolls.size,
      connections,
      peakSockets,
      noticedMs: longestUnnoticed(requests, tasks),
    };
  }
}

/** @param {Request} request */
const isTaskPoll = ({ isGet, path }) => isGet && TASK.test(path);

/**
 * A function that waits for its tasks is looked at once when they have ended; whatever comes before is for the display.
 * @param {Request[]} requests
 */
function looksBeforeTheLast(requests) {
  const looks = requests.filter(({ isGet, path, status }) => isGet && status === 200 && FUNCTION.test(path));
  const last = new Map(looks.map((look) => [look.path, look]));
  return new Set(looks.filter((look) => last.get(look.path) !== look));
}

/** @param {Request[]} requests  in order of arrival */
function mostInASecond(requests) {
  let most = 0;
  let first = 0;
  for (const [index, { at }] of requests.entries()) {
    while ((requests[first]?.at ?? at) <= at - 1000) {
      first++;
    }
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/**
 * @param {Request[]} requests
 * @param {Tasks} tasks
 */
function longestUnnoticed(requests, tasks) {
  const ends = new Map(
    tasks.flatMap(({ id, progress }) => (progress?.phase === "ENDED" ? [[id, progress.sinceMs]] : [])),
  );
  /** @type {Map<string, number>} */
  const noticed = new Map();
  for (const { answeredAt = 0, path, status } of requests) {
    const id = TASK.exec(path)?.[1] ?? "";
    const end = ends.get(id);
    if (end !== undefined && answeredAt >= end && status === 200 && !noticed.has(id)) {
      noticed.set(id, answeredAt - end);
    }
  }
  return noticed.size === 0 ? undefined : Math.max(...noticed.values());
}

module.exports = { Meter };
