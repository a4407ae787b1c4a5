// @ts-check
"use strict";

const fs = require("node:fs");
const { connect } = require("node:net");
const path = require("node:path");
const { createServer } = require("node:tls");
const { ROOT } = require("../../dist/paths");
const { join, listen } = require("./listen");

const folder = path.join(ROOT, "test", "network", "certificates");
/** @param {string} name */
const read = (name) => fs.readFileSync(path.join(folder, `${name}.pem`));

/** The name of the platform that the certificate is for; only proxies know the way. */
const HOST = "platform.test";

/**
 * The platform over TLS. Whoever calls it has to trust the authority.
 * @param {string} platform
 * @returns {Promise<import("../index").Front & { handshakes: () => number, authority: string }>}
 */
async function tlsFront(platform) {
  const { hostname, port: target } = new URL(platform);
  let handshakes = 0;
  const server = createServer({ key: read("server-key"), cert: read("good") }, (client) => {
    handshakes++;
    join(client, connect(Number(target), hostname));
  });
  const { port, close } = await listen(server);
  return {
    url: `https://${HOST}:${port}`,
    close,
    handshakes: () => handshakes,
    authority: path.join(folder, "ca.pem"),
  };
}

module.exports = { HOST, tlsFront };
