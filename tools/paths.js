// @ts-check
"use strict";

const path = require("node:path");

const ROOT = path.resolve(__dirname, "..");

/** State, logs and caches; git-ignored, may be deleted at any time. */
const WORK = path.join(ROOT, ".work");

module.exports = { ROOT, WORK };
