"use strict";

const { loadLate } = require("./load-late");

// Pulumi's SDK reads package.json files with it, to serialize closures.
module.exports = loadLate(() => require("../../node_modules/normalize-package-data"));
