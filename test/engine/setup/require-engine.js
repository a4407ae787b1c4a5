"use strict";

const { ensureEngine } = require("../../../tools/engine");

/** Fails the whole run where no engine can be had. Test processes inherit the environment: see `engine.ts`. */
module.exports = async () => {
  try {
    process.env.TEST_ENGINE = JSON.stringify(await ensureEngine());
  } catch (error) {
    // The sentence says all; jest would add a page of its own stack.
    error.stack = "";
    throw error;
  }
};
