"use strict";

// JavaScript, and without dependencies: the job that publishes installs nothing, not even a compiler.

const { execSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const SUMS = "SHA256SUMS";

/** The folders of both packages, which have the same version and are released together. */
const WORKSPACES = ["provider", "emulator"];

/**
 * Publishes what `npm run release` has made, maybe on another machine, and skips what an earlier attempt has published.
 * npm only makes a provenance in a workflow.
 */
function publish(root) {
  const version = readReleasedVersion(root);
  const problems = findProblems(path.join(root, "dist", "release"));
  if (problems.length > 0) {
    throw new Error(`dist/release is not what \`npm run release\` has made: ${problems.join("; ")}.`);
  }
  const undecided = findUndecided(readJson(root, "publication.json"));
  if (undecided.length > 0) {
    throw new Error(
      `publication.json does not say yet: ${undecided.join(", ")}. npm checks a statement of provenance against \`repository\`, ` +
        "and Pulumi finds the plugin by `pluginDownloadUrl`. Fill them in, and run `npm run schema`.",
    );
  }
  const tag = version.includes("-") ? "next" : "latest";
  for (const workspace of WORKSPACES) {
    const { name } = readJson(root, workspace, "package.json");
    const file = `./dist/release/${name}-${version}.tgz`;
    const published = findPublished(root, `${name}@${version}`);
    if (published === `sha512-${hashFile(path.join(root, file), "sha512", "base64")}`) {
      console.log(`${name}@${version} is published already.`);
      continue;
    }
    if (published !== undefined) {
      throw new Error(
        `${name}@${version} is published already, with other contents than ${file}. Run only the job that publishes ` +
          "again, with the files of the first attempt; if they are gone, release a new version.",
      );
    }
    execSync(`npm publish ${file} --ignore-scripts --provenance --access public --tag ${tag}`, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    });
  }
}

/** The integrity that npm has of a package's version; undefined if it has none, or if that cannot be seen. */
function findPublished(root, spec) {
  try {
    const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execSync(`npm view ${spec} dist.integrity`, options).trim() || undefined;
  } catch {
    // Nothing is risked: npm never replaces what is published.
    return undefined;
  }
}

/** The version of all packages. Throws if they differ, or if a tag that started the workflow names another one. */
function readReleasedVersion(root) {
  const { version } = readJson(root, "package.json");
  const different = WORKSPACES.filter((workspace) => readJson(root, workspace, "package.json").version !== version);
  if (different.length > 0) {
    throw new Error(
      `${different.join(" and ")} have another version than ${version}: set it with \`npm run release\`.`,
    );
  }
  const { GITHUB_REF_TYPE: kind, GITHUB_REF_NAME: name } = process.env;
  if (kind === "tag" && name !== `v${version}`) {
    throw new Error(`The tag is ${name}, and the version is ${version}.`);
  }
  return version;
}

/** Which fields of `publication.json` are not decided yet. */
function findUndecided(publication) {
  return Object.keys(publication).filter((key) => publication[key] === "");
}

/** The checksums of all files in a folder, as `sha256sum` writes them. */
function listChecksums(folder) {
  const names = fs.readdirSync(folder).filter((name) => name !== SUMS);
  return names.map((name) => `${hashFile(path.join(folder, name))}  ${name}\n`).join("");
}

/** Which files are missing, added or different from what `SHA256SUMS` in the folder says. */
function findProblems(folder) {
  const file = path.join(folder, SUMS);
  if (!fs.existsSync(file)) {
    return [`there is no ${SUMS}`];
  }
  const expected = fs.readFileSync(file, "utf8").trim().split("\n");
  const actual = listChecksums(folder).trim().split("\n");
  const different = [...expected, ...actual].filter((line) => !expected.includes(line) || !actual.includes(line));
  return [...new Set(different.map((line) => `${line.split("  ")[1]} differs`))];
}

function hashFile(file, algorithm = "sha256", encoding = "hex") {
  return createHash(algorithm).update(fs.readFileSync(file)).digest(encoding);
}

function readJson(...names) {
  return JSON.parse(fs.readFileSync(path.join(...names), "utf8"));
}

module.exports = { SUMS, WORKSPACES, findProblems, findUndecided, listChecksums, publish, readReleasedVersion };
