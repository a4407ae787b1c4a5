// @ts-check
"use strict";

const { connections } = require("./connections");
const { limits } = require("./limits");
const { outages } = require("./outages");
const { polls } = require("./polls");

/** @type {import("../index").Row[]} */
const rows = [...limits, ...polls, ...outages, ...connections];

module.exports = { rows };
