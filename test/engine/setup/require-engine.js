"use strict";

const { ensureEngine } = require("../../../tools/engine");

/** Fails the whole run where no engine can be had; test processes read the engine from the environment. */
module.exports = async () => {
  process.env.TEST_ENGINE = JSON.stringify(await ensureEngine());
};
