// @ts-check
"use strict";

const { contentOf, declare } = require("./declared");
const { Life } = require("./life");
const { nthRequest, points } = require("./points");
const { descendants, isRunning, pulumiProcess } = require("./processes");

module.exports = { Life, contentOf, declare, descendants, isRunning, nthRequest, points, pulumiProcess };
