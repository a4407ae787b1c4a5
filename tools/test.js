"use strict";

// `npm test`. JavaScript for the reason that setup.js gives.

const { setUp } = require("./setup");

try {
  setUp();
  require("./dist/run-tests");
} catch (error) {
  // The last line counts the tests, whatever happens.
  console.log(`\nFAILED  set-up: ${error.message}\n0 passed, 1 failed`);
  process.exitCode = 1;
}
