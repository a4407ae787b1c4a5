// @ts-check
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../paths");
const { missingIn, readPublication } = require("../publication");
const { npm } = require("../run");
const { say } = require("../terminal");
const { notesOf, problemsIn, sumsOf, withVersion } = require("./index");

const CHANGELOG = path.join(ROOT, "CHANGELOG.md");
const TARGET = path.join(ROOT, "dist", "release");
const PLUGIN = path.join(ROOT, "dist", "plugin");

/** Both have the same version, and are released together. */
const WORKSPACES = ["provider", "emulator"];

async function main() {
  const [command = "build", version = "", ...others] = process.argv.slice(2);
  if (command === "version" && /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && others.length === 0) {
    return setVersion(version);
  }
  if (!["build", "publish"].includes(command) || version !== "") {
    throw new Error("Usage: npm run release [-- build | -- version <x.y.z> | -- publish]");
  }
  await (command === "publish" ? publish() : build());
}

/**
 * Writes the version where `npm version` would, which installs everything anew.
 * @param {string} version
 */
function setVersion(version) {
  const [today] = new Date().toISOString().split("T");
  const changelog = withVersion(fs.readFileSync(CHANGELOG, "utf8"), version, `${today}`);
  const lock = readJson("package-lock.json");
  lock.version = version;
  for (const workspace of ["", ...WORKSPACES]) {
    lock.packages[workspace].version = version;
    const file = path.join(workspace, "package.json");
    writeJson(file, { ...readJson(file), version });
  }
  writeJson("package-lock.json", lock);
  fs.writeFileSync(CHANGELOG, changelog);
  say(
    `Version ${version}: commit package.json, package-lock.json and CHANGELOG.md, merge, then push the tag v${version}.`,
  );
}

/** Everything that a release consists of, in one folder. */
async function build() {
  const version = releasedVersion();
  const notes = notesOf(fs.readFileSync(CHANGELOG, "utf8"), version);
  fs.rmSync(TARGET, { recursive: true, force: true });
  fs.mkdirSync(TARGET, { recursive: true });
  await npmOrFail(["run", "--silent", "build"]);
  await npmOrFail(["run", "--silent", "pack:plugin"]);
  for (const name of fs.readdirSync(PLUGIN)) {
    fs.copyFileSync(path.join(PLUGIN, name), path.join(TARGET, name));
  }
  for (const workspace of WORKSPACES) {
    await npmOrFail(["pack", "--silent", "--workspace", workspace, "--pack-destination", "dist/release"]);
    fs.writeFileSync(path.join(TARGET, `${packageJson(workspace).name}-${version}.cdx.json`), sbom(workspace));
  }
  fs.writeFileSync(path.join(TARGET, "SHA256SUMS"), sumsOf(TARGET));
  fs.writeFileSync(path.join(ROOT, "dist", "release-notes.md"), `${notes}\n`);
  fs.readdirSync(TARGET).forEach((name) => say(path.join("dist", "release", name)));
  const missing = missingIn(readPublication());
  if (missing.length > 0) {
    say(`Before this can be published, publication.json has to say: ${missing.join(", ")}.`);
  }
}

/**
 * Publishes what `build` has made, maybe on another machine, and makes nothing itself; with a statement of where it was
 * made, which npm only gets in a workflow.
 */
async function publish() {
  const version = releasedVersion();
  const problems = problemsIn(TARGET);
  if (problems.length > 0) {
    throw new Error(`dist/release is not what \`npm run release\` has made: ${problems.join("; ")}.`);
  }
  const missing = missingIn(readPublication());
  if (missing.length > 0) {
    throw new Error(
      `publication.json does not say yet: ${missing.join(", ")}. npm checks a statement of provenance against \`repository\`, ` +
        "and Pulumi finds the plugin by `pluginDownloadUrl`. Fill them in, and run `npm run schema`.",
    );
  }
  const tag = version.includes("-") ? "next" : "latest";
  for (const workspace of WORKSPACES) {
    const file = `./dist/release/${packageJson(workspace).name}-${version}.tgz`;
    await npmOrFail(["publish", file, "--ignore-scripts", "--provenance", "--access", "public", "--tag", tag]);
  }
}

/** The version of all packages; a tag that started the workflow has to name it. */
function releasedVersion() {
  const { version } = packageJson("");
  const different = WORKSPACES.filter((workspace) => packageJson(workspace).version !== version);
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

/** @param {string} workspace */
function packageJson(workspace) {
  return readJson(path.join(workspace, "package.json"));
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(fs.readFileSync(path.join(ROOT, file), "utf8"));
}

/**
 * @param {string} file
 * @param {object} value
 */
function writeJson(file, value) {
  fs.writeFileSync(path.join(ROOT, file), `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * What the package brings with it, in CycloneDX, and the SDK that it asks for. Development dependencies of the repository
 * are none of a workspace; `--omit dev` would leave out what they share with it.
 * @param {string} workspace
 */
function sbom(workspace) {
  const command = `npm sbom --sbom-format cyclonedx --sbom-type library --workspace ${workspace}`;
  return execFileSync(command, {
    cwd: ROOT,
    shell: true,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** @param {string[]} args */
async function npmOrFail(args) {
  if ((await npm(args, "live")) !== 0) {
    throw new Error(`npm ${args.slice(0, 3).join(" ")} failed; its messages are above.`);
  }
}

main().catch((error) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
