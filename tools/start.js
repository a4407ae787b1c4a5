"use strict";

// `npm start`. JavaScript for the reason that setup.js gives.

const { setUp } = require("./setup");

try {
  setUp();
  require("./dist/tour");
} catch (error) {
  console.log(error.message);
  process.exitCode = 1;
}
