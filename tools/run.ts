// @ts-check
"use strict";

const { spawn } = require("node:child_process");
const { ROOT } = require("./paths");

/**
 * Runs npm in the repository and resolves to its exit code. Through a shell, because npm is a script on Windows:
 * arguments must be free of spaces and shell characters.
 * @param {string[]} args
 * @param {"quiet" | "live"} output  quiet: errors only
 */
function npm(args, output) {
  return exitCode(
    spawn(["npm", ...args].join(" "), {
      cwd: ROOT,
      shell: true,
      stdio: ["ignore", output === "quiet" ? "ignore" : "inherit", "inherit"],
    }),
  );
}

/**
 * @param {string} script
 * @param {string[]} args
 */
function node(script, args) {
  return exitCode(spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] }));
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>}
 */
function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

module.exports = { node, npm };
