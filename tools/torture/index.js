// @ts-check
"use strict";

const { descendants, isRunning, pulumiProcess } = require("./processes");

module.exports = { descendants, isRunning, pulumiProcess };
