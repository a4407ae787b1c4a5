// @ts-check
"use strict";

/**
 * Loaded into the host by NODE_OPTIONS: answers for the name server, by the file in LOAD_NAMES, which holds the addresses
 * of each name. Names that are not in it are looked up as always.
 */
const dns = require("node:dns");
const fs = require("node:fs");

/** @type {Record<string, string[]>} */
const names = JSON.parse(fs.readFileSync(process.env.LOAD_NAMES ?? "", "utf8"));
const lookUp = dns.lookup;

/** @type {any} */
const lookup = (/** @type {string} */ name, /** @type {any} */ options, /** @type {any} */ callback) => {
  const addresses = names[name]?.map((address) => ({ address, family: 4 }));
  if (!addresses) {
    return lookUp(name, options, callback);
  }
  const answer = typeof options === "function" ? options : callback;
  process.nextTick(() => (options?.all ? answer(null, addresses) : answer(null, addresses[0]?.address, 4)));
};
dns.lookup = lookup;
