// @ts-check
"use strict";

const { execFile } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { promisify } = require("node:util");
const { PINNED, pinnedRoot } = require("./versions");

const TIME_LIMIT_MS = 180_000;

// A process of its own can be ended at the time limit; `PulumiCommand.install` itself takes none.
const PROGRAM = `
  const { PulumiCommand } = require("@pulumi/pulumi/automation");
  const { SemVer } = require("node:module").createRequire(require.resolve("@pulumi/pulumi"))("semver");
  const [root, version] = process.argv.slice(1);
  PulumiCommand.install({ root, version: new SemVer(version) }).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
`;

/**
 * Installs beside the final place and moves, so that an interrupted download leaves no half engine behind.
 * @param {import("./index").Say} say
 * @returns {Promise<boolean>}
 */
async function installOfficial(say) {
  say(`Engine: running Pulumi's installer for ${PINNED} (up to 3 minutes, once) …`);
  const root = pinnedRoot();
  const temporary = `${root}.${process.pid}`;
  try {
    await promisify(execFile)(process.execPath, ["-e", PROGRAM, temporary, PINNED], {
      cwd: __dirname,
      timeout: TIME_LIMIT_MS,
    });
    fs.rmSync(path.join(root, "bin"), { recursive: true, force: true });
    fs.mkdirSync(root, { recursive: true });
    fs.renameSync(path.join(temporary, "bin"), path.join(root, "bin"));
    return true;
  } catch (error) {
    say(`Engine: the installer did not work (${reason(error)})`);
    return false;
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/** @param {any} error */
function reason(error) {
  const lines = String(error.stderr || error.message)
    .trim()
    .split(/\r?\n/);
  return error.killed ? "time limit" : lines[0];
}

module.exports = { installOfficial };
