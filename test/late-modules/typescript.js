"use strict";

const { loadLate } = require("./load-late");

// Pulumi's SDK parses closures with it.
module.exports = loadLate(() => require("typescript"));
