"use strict";

const { prepare } = require("../../engine/setup/prepare-engine");
const { buildOldest } = require("../../../tools/dist/engine");

/** As for all tests of the engine, with the oldest one that the README promises. */
module.exports = () => prepare(() => buildOldest(console.log), "oldest-engine");
