// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../paths");
const { terminal } = require("./svg");

/** What each picture shows: a command, and what it printed in a test that compares it with that file. */
const shown = {
  "preview.svg": { command: "pulumi preview --diff", golden: "dynamic/added-bucket.txt" },
  "wait.svg": { command: "pulumi up --yes --skip-preview", golden: "dynamic/function-wait.txt" },
  "drift.svg": { command: "pulumi refresh --preview-only --diff", golden: "drift.txt" },
};

/** @type {typeof import("./index").pictures} */
function pictures() {
  return Object.entries(shown).map(([name, { command, golden }]) => ({
    file: path.join(ROOT, "docs", "pictures", name),
    svg: terminal(command, fs.readFileSync(path.join(ROOT, "test", "engine", "goldens", golden), "utf8")),
  }));
}

module.exports = { pictures };
