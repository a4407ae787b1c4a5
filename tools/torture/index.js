// @ts-check
"use strict";

const { drawHistory } = require("./draw");
const { judgeOperation } = require("./judge");
const { judgeConverged } = require("./judge-end");
const { Ledger } = require("./ledger");
const { Life } = require("./life");
const { playHistory } = require("./play");
const { points } = require("./points");
const { descendants, isRunning, pulumiProcess } = require("./processes");

module.exports = {
  Ledger,
  Life,
  descendants,
  drawHistory,
  isRunning,
  judgeConverged,
  judgeOperation,
  playHistory,
  points,
  pulumiProcess,
};
