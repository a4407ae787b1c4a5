// @ts-check
"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const SUMS = "SHA256SUMS";
const UNRELEASED = "## [Unreleased]\n";

/** @type {typeof import("./index").withVersion} */
function withVersion(changelog, version, date) {
  if (changelog.includes(`\n## [${version}]`)) {
    throw new Error(`CHANGELOG.md has version ${version} already.`);
  }
  if (sectionBelow(changelog, UNRELEASED) === "") {
    throw new Error("CHANGELOG.md says nothing below [Unreleased]: there is nothing to release.");
  }
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${date}\n`);
}

/** @type {typeof import("./index").notesOf} */
function notesOf(changelog, version) {
  const heading = changelog.split("\n").find((line) => line.startsWith(`## [${version}] - `));
  if (heading === undefined) {
    throw new Error(
      `CHANGELOG.md does not name version ${version}: run \`npm run release -- version ${version}\` first.`,
    );
  }
  return sectionBelow(changelog, heading);
}

/**
 * @param {string} changelog
 * @param {string} heading
 */
function sectionBelow(changelog, heading) {
  const [, after = ""] = changelog.split(heading);
  return (after.split(/^## /m)[0] ?? "").trim();
}

/** @type {typeof import("./index").sumsOf} */
function sumsOf(folder) {
  return fs
    .readdirSync(folder)
    .filter((name) => name !== SUMS)
    .map(
      (name) =>
        `${createHash("sha256")
          .update(fs.readFileSync(path.join(folder, name)))
          .digest("hex")}  ${name}\n`,
    )
    .join("");
}

/** @type {typeof import("./index").problemsIn} */
function problemsIn(folder) {
  const file = path.join(folder, SUMS);
  if (!fs.existsSync(file)) {
    return [`there is no ${SUMS}`];
  }
  const expected = fs.readFileSync(file, "utf8").trim().split("\n");
  const actual = sumsOf(folder).trim().split("\n");
  const names = [...expected, ...actual].filter((line) => !expected.includes(line) || !actual.includes(line));
  return [...new Set(names.map((line) => `${line.split("  ")[1]} differs`))];
}

module.exports = { notesOf, problemsIn, sumsOf, withVersion };
