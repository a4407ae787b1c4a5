// @ts-check
"use strict";

const { connect, createServer } = require("node:net");
const { listen } = require("./listen");

/**
 * What some balancers do: every connection takes one request, and is reset when the next one comes on it.
 * @param {string} platform
 * @returns {Promise<import("../index").Front & { resets: () => number }>}
 */
async function resettingFront(platform) {
  const { hostname, port: target } = new URL(platform);
  let resets = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target), hostname);
    let isAnswered = false;
    upstream.on("data", (part) => {
      isAnswered = true;
      client.write(part);
    });
    client.on("data", (part) => {
      if (isAnswered) {
        resets++;
        client.resetAndDestroy();
      } else {
        upstream.write(part);
      }
    });
    client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
    upstream.on("error", () => client.destroy()).on("close", () => client.destroy());
  });
  const { port, close } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, close, resets: () => resets };
}

module.exports = { resettingFront };
