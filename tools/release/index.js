// @ts-check
"use strict";

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

module.exports = { notesOf, withVersion };
