"use strict";

const { loadLate } = require("./load-late");

// Fifty languages; the bundles leave them out.
module.exports = loadLate(() => require("../../node_modules/zod/v4/locales/index.cjs"));
