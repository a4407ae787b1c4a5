// @ts-check
"use strict";

const { API_KEY } = require("./emulator-process");

/**
 * Somebody who works with the platform's own HTTP API, past Pulumi.
 * @param {string} url
 */
function platform(url) {
  const groups = `${url}/cdn/origin_groups`;
  return {
    /** @param {string} name */
    async findGroup(name) {
      const answer = await call("GET", `${groups}?name=${encodeURIComponent(name)}`);
      return (answer.results ?? answer).find((/** @type {any} */ group) => group.name === name);
    },
    /**
     * @param {number} id
     * @param {object} changes
     */
    changeGroup: (id, changes) => call("PATCH", `${groups}/${id}`, changes),
    /** What really exists, by the emulator's own account. */
    state: () => call("GET", `${url}/__emulator/state`),
  };
}

/**
 * @param {string} method
 * @param {string} url
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function call(method, url, body) {
  const headers = { Authorization: `apikey ${API_KEY}`, "Content-Type": "application/json" };
  const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) {
    throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  }
  return response.json();
}

module.exports = { platform };
