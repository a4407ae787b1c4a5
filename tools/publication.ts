// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../paths");

/** @typedef {import("./index").Publication} Publication */

const FILE = "publication.json";

/** @type {(keyof Publication)[]} */
const ADDRESSES = ["repository", "homepage", "bugs", "logoUrl", "pluginDownloadUrl"];

/** @type {typeof import("./index").readPublication} */
function readPublication() {
  /** @type {Publication} */
  const publication = JSON.parse(fs.readFileSync(path.join(ROOT, FILE), "utf8"));
  const wrong = ADDRESSES.filter(
    (key) => publication[key] !== "" && !/^https:\/\/[^/]+\/.+[^/]$/.test(publication[key]),
  );
  if (wrong.length > 0) {
    throw new Error(
      `${FILE}: ${wrong.join(", ")} must be an address such as https://example.com/edgecloud, without a slash at the end.`,
    );
  }
  return publication;
}

/** @type {typeof import("./index").missingIn} */
function missingIn(publication) {
  const keys = /** @type {(keyof Publication)[]} */ (Object.keys(publication));
  return keys.filter((key) => publication[key] === "");
}

/** @type {typeof import("./index").manifestFields} */
function manifestFields({ repository, homepage, bugs, pluginDownloadUrl }, workspace) {
  const hasPlugin = workspace === "provider" && pluginDownloadUrl !== "";
  return {
    homepage: homepage || undefined,
    bugs: bugs === "" ? undefined : { url: bugs },
    repository: repository === "" ? undefined : { type: "git", url: `git+${repository}.git`, directory: workspace },
    // As in the packages that Pulumi generates. Not every program of this one needs the plugin.
    pulumi: hasPlugin ? { resource: false, name: "edgecloud", server: pluginDownloadUrl } : undefined,
  };
}

/** @type {typeof import("./index").schemaFields} */
function schemaFields({ repository, homepage, publisher, logoUrl, pluginDownloadUrl }) {
  return {
    homepage: homepage || undefined,
    repository: repository || undefined,
    publisher: publisher || undefined,
    logoUrl: logoUrl || undefined,
    pluginDownloadURL: pluginDownloadUrl || undefined,
  };
}

/** @type {typeof import("./index").goImport} */
function goImport({ repository }) {
  const { host, pathname } = new URL(repository || "https://example.com/pulumi-edgecloud");
  return `${host}${pathname}/sdk/go/edgecloud`;
}

module.exports = { goImport, manifestFields, missingIn, readPublication, schemaFields };
