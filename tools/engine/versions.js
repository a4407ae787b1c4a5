// @ts-check
"use strict";

const os = require("node:os");
const path = require("node:path");

/** Installed or built where no engine is found: the newest release that the Go module proxy serves whole. */
const PINNED = "3.259.0";

/** The first release that takes a resource with both inputs and outputs from an import file; older ones are not tested. */
const MINIMUM = "3.254.0";

/** The `go` line of go.mod. */
const GO_MINIMUM = "1.25.11";

const EXECUTABLE = process.platform === "win32" ? "pulumi.exe" : "pulumi";

/** Where the official tools, too, keep one folder per version. */
function pinnedRoot() {
  const home = process.env.PULUMI_HOME || path.join(os.homedir(), ".pulumi");
  return path.join(home, "versions", PINNED);
}

/**
 * Another major release counts as too new to be tried.
 * @param {string} version
 */
function isSupported(version) {
  return version.startsWith("3.") && version.localeCompare(MINIMUM, "en", { numeric: true }) >= 0;
}

module.exports = { EXECUTABLE, GO_MINIMUM, MINIMUM, PINNED, isSupported, pinnedRoot };
