// @ts-check
"use strict";

const { fork } = require("node:child_process");
const { once } = require("node:events");
const { connect } = require("node:net");
const path = require("node:path");
const { NotPossible } = require("../not-possible");

/** More than what any system keeps beside a backlog of one. */
const MOST_CONNECTIONS = 16;
const STANDS_WITHIN_MS = 1_000;

/**
 * An address of this machine where a connection never stands: its listener takes none, and the queue before it is full,
 * so that the system drops every further SYN.
 * @param {string} host
 * @returns {Promise<import("../index").Front>}
 */
async function deadAddress(host) {
  const listener = fork(path.join(__dirname, "dead-listener.js"), [host], { execArgv: [] });
  const [port] = await once(listener, "message");
  /** @type {import("node:net").Socket[]} */
  const sockets = [];
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
    while (await stands(sockets, port, host)) {
      if (sockets.length === MOST_CONNECTIONS) {
        throw new NotPossible("here a full queue of connections drops no SYN");
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `http://${host}:${port}`, close };
}

/**
 * @param {import("node:net").Socket[]} sockets
 * @param {number} port
 * @param {string} host
 */
function stands(sockets, port, host) {
  const socket = connect(port, host);
  sockets.push(socket);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), STANDS_WITHIN_MS);
    // What is refused is no SYN that was dropped.
    socket.on("error", () => resolve(true));
    socket.on("connect", () => resolve(true));
    socket.on("close", () => clearTimeout(timer));
  });
}

module.exports = { deadAddress };
