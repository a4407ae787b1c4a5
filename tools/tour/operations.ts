// @ts-check
"use strict";

const { stripVTControlCharacters } = require("node:util");
const { checkNoSecret } = require("./checks");

/** @typedef {import("@pulumi/pulumi/automation").Stack} Stack */

/** @param {Stack} stack */
async function preview(stack) {
  const { changeSummary, stdout } = await stack.preview({ ...shown(), diff: true });
  return { changes: changeSummary, text: plain(stdout) };
}

/** @param {Stack} stack */
async function up(stack) {
  const { summary, stdout } = await stack.up(shown());
  return { changes: summary.resourceChanges, text: plain(stdout) };
}

/** @param {Stack} stack */
async function refresh(stack) {
  const { summary, stdout } = await stack.refresh(shown());
  return { changes: summary.resourceChanges, text: plain(stdout) };
}

/** @param {Stack} stack */
async function destroy(stack) {
  const { summary, stdout } = await stack.destroy(shown());
  return { changes: summary.resourceChanges, text: plain(stdout) };
}

/** Options that show Pulumi's own output while it runs. */
function shown() {
  /** @type {"always" | "never"} */
  const color = process.stdout.isTTY && !process.env.NO_COLOR ? "always" : "never";
  const print = (/** @type {string} */ text) => void process.stdout.write(text);
  return { color, suppressProgress: true, onOutput: print, onError: print };
}

/**
 * What an operation printed, without colours; a secret in it is a failure whatever the operation.
 * @param {string} output
 */
function plain(output) {
  const text = stripVTControlCharacters(output);
  checkNoSecret(text);
  return text;
}

module.exports = { destroy, preview, refresh, up };
