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

/**
 * What a run needs, and how it is built where it is not to be had otherwise; go.mod has the packages as its tools.
 * @typedef {{ name: string, version: string, package: string, versionVariable: string, duration: string }} Executable
 */

/** @type {Executable} */
const ENGINE = {
  name: "pulumi",
  version: PINNED,
  package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
  versionVariable: "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version",
  duration: "about 4 minutes on two cores",
};

/** @type {Executable} */
const YAML_HOST = {
  name: "pulumi-language-yaml",
  version: "1.38.1",
  package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
  versionVariable: "github.com/pulumi/pulumi-yaml/pkg/version.Version",
  duration: "up to a minute",
};

/**
 * Makes SDKs, each under the name of the language host that would.
 * @type {Executable}
 */
const GENERATORS = {
  name: "generators",
  version: PINNED,
  package: "./generators",
  versionVariable: ENGINE.versionVariable,
  duration: "half a minute",
};

/** @param {string} name */
const fileOf = (name) => (process.platform === "win32" ? `${name}.exe` : name);

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

module.exports = { ENGINE, GENERATORS, GO_MINIMUM, MINIMUM, PINNED, YAML_HOST, fileOf, isSupported, pinnedRoot };
