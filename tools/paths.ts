// @ts-check
"use strict";

const path = require("node:path");

/** Compiled, this file is in `tools/dist`; tests run it as it is. */
const TOOLS = path.basename(__dirname) === "dist" ? path.dirname(__dirname) : __dirname;

const ROOT = path.dirname(TOOLS);

/** State, logs and caches; git-ignored, may be deleted at any time. */
const WORK = path.join(ROOT, ".work");

module.exports = { ROOT, WORK };
