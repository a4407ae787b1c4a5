// @ts-check
"use strict";

const { createServer } = require("node:http");
const { connect } = require("node:net");
const { join, listen } = require("./listen");
const { HOST } = require("./tls");

const LOGIN = "proxy user:p@ss/word";

/** What it answers to a CONNECT that it does not let through. */
const REFUSAL = '{"message": "This site is blocked by policy."}';

/** A proxy that asks for a login and makes tunnels. */
class Proxy {
  tunnels = 0;
  refused = 0;
  /** Whether it lets nobody through. */
  isClosed = false;
  /** @type {Set<string>} */
  logins = new Set();

  /** @returns {Promise<Proxy & import("../index").Front>} */
  static async start() {
    const proxy = new Proxy();
    const server = createServer((_request, response) => response.writeHead(405).end());
    server.on("connect", (request, client) =>
      proxy.onConnect(request, /** @type {import("node:net").Socket} */ (client)),
    );
    const { port, close } = await listen(server);
    const [user, password] = LOGIN.split(":").map(encodeURIComponent);
    return Object.assign(proxy, { url: `http://${user}:${password}@127.0.0.1:${port}`, close });
  }

  /**
   * @param {import("node:http").IncomingMessage} request
   * @param {import("node:net").Socket} client
   */
  onConnect({ url, headers }, client) {
    const login = Buffer.from((headers["proxy-authorization"] ?? "").replace(/^Basic /, ""), "base64").toString();
    this.logins.add(login);
    client.on("error", () => client.destroy());
    if (this.isClosed) {
      this.refused++;
      const head = `HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: ${REFUSAL.length}`;
      client.end(`${head}\r\n\r\n${REFUSAL}`);
      return;
    }
    this.tunnels++;
    const { hostname, port } = new URL(`http://${url}`);
    const upstream = connect(Number(port), hostname === HOST ? "127.0.0.1" : hostname, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      join(client, upstream);
    });
    upstream.on("error", () => client.destroy());
  }

  /** Whether each login came as it is, not as it stands in the address. */
  get isLoginRight() {
    return [...this.logins].every((login) => login === LOGIN);
  }
}

module.exports = { Proxy };
