"use strict";

const crypto = require("node:crypto");
const http = require("node:http");

/** The same in every run, because runs in one clone share the stack that tests copy. */
const key = crypto.createHash("sha256").update("stacks of tests").digest();

/** The two calls of Vault's transit engine by which Pulumi wraps the key of a stack; both sides are base64. */
const calls = {
  encrypt: ({ plaintext }) => {
    const iv = crypto.randomBytes(12);
    const cipher = crypto.createCipheriv("aes-256-gcm", key, iv);
    const text = Buffer.concat([cipher.update(plaintext, "base64"), cipher.final()]);
    const sealed = Buffer.concat([iv, cipher.getAuthTag(), text]);
    return { ciphertext: `vault:v1:${sealed.toString("base64")}` };
  },
  decrypt: ({ ciphertext }) => {
    const sealed = Buffer.from(ciphertext.replace("vault:v1:", ""), "base64");
    const decipher = crypto.createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    return { plaintext: text.toString("base64") };
  },
};

/**
 * A service on loopback that keeps the key of stacks, as Vault does. With a passphrase each run of the engine spends a
 * quarter of a second of processor time on deriving the key. Returns the variables that the engine's environment needs.
 */
async function startKeyService() {
  const server = http.createServer((request, response) => {
    const call = calls[/^\/v1\/transit\/(encrypt|decrypt)\/stacks$/.exec(request.url)?.[1]];
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      response.writeHead(call ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(call ? { data: call(JSON.parse(body)) } : { errors: ["no such call"] }));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It ends with the test run.
  server.unref();
  return { VAULT_SERVER_URL: `http://127.0.0.1:${server.address().port}`, VAULT_SERVER_TOKEN: "test" };
}

/** The key of a stack, from its configuration: base64 of what the engine got when it made the key. */
function openStackKey(encryptedKey) {
  const ciphertext = Buffer.from(encryptedKey, "base64").toString();
  return Buffer.from(calls.decrypt({ ciphertext }).plaintext, "base64");
}

module.exports = { openStackKey, startKeyService, secretsProvider: "hashivault://stacks" };
