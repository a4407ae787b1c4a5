// @ts-check
"use strict";

const { connect } = require("node:net");
const { createServer } = require("node:tls");
const { join, listen } = require("./listen");

// Of this front alone; valid from 2020 until 2120 for localhost and 127.0.0.1.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiCsOZ1v8OpZFQZMY
mvUGPuAkRJ3KKQZQP303bY8Igq6hRANCAARAUF2dGDVM1OEoqt6ONw0EzvjEKc2k
mQYdzVCAB+EqDcw5q5e9s5TcEHrTrpGkfPgIeZKM3NWo35EIBHjX96uH
-----END PRIVATE KEY-----
`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBaDCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEBQXZ0YNUzU4Siq
3o43DQTO+MQpzaSZBh3NUIAH4SoNzDmrl72zlNwQetOukaR8+Ah5kozc1ajfkQgE
eNf3q4ejTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0
hwR/AAABMB0GA1UdDgQWBBSjBOIG8vOnM4cO30cDfeXoc9RA7DAKBggqhkjOPQQD
AgNJADBGAiEAvi3/V8tETYqbHhB5OfsNdFje9KWjXE4nvfQKZ7SEvR4CIQDG+p36
miC8O9tUqIqtQP+Rk8Ya2nraEUATYO5zo/p+gg==
-----END CERTIFICATE-----
`;

/**
 * The platform over TLS. Whoever calls it has to trust the certificate.
 * @param {string} platform
 * @returns {Promise<import("../index").Front & { handshakes: () => number, certificate: string }>}
 */
async function tlsFront(platform) {
  const { hostname, port: target } = new URL(platform);
  let handshakes = 0;
  const server = createServer({ key, cert: certificate }, (client) => {
    handshakes++;
    join(client, connect(Number(target), hostname));
  });
  const { port, close } = await listen(server);
  return { url: `https://127.0.0.1:${port}`, close, handshakes: () => handshakes, certificate };
}

module.exports = { tlsFront };
