// `npm run release`, except for `publish`

import { execSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../paths";
import { readPublication } from "../publication";
import { runNpm } from "../run";
import { say } from "../terminal";
import { readNotes } from "./changelog";
import { SUMS, WORKSPACES, findUndecided, listChecksums, readReleasedVersion } from "./publish";
import { setVersion } from "./version";

interface Manifest {
  readonly name: string;
}

const CHANGELOG = path.join(ROOT, "CHANGELOG.md");
const TARGET = path.join(ROOT, "dist", "release");
const PLUGIN = path.join(ROOT, "dist", "plugin");

async function main(): Promise<void> {
  const [command = "build", version = "", ...others] = process.argv.slice(2);
  if (command === "version" && /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && others.length === 0) {
    const changed = await setVersion(ROOT, version);
    return say(
      `Version ${version}: it is in ${changed.join(", ")}. Add its states (UPDATE_FIXTURES=1 npx jest hosts/upgrade-states), ` +
        `commit that, merge, then push the tag v${version}.`,
    );
  }
  if (command !== "build" || version !== "") {
    throw new Error("Usage: npm run release [-- build | -- version <x.y.z> | -- publish]");
  }
  await build();
}

/** Puts everything that a release consists of into one folder. */
async function build(): Promise<void> {
  const version = readReleasedVersion(ROOT) as string;
  const notes = readNotes(fs.readFileSync(CHANGELOG, "utf8"), version);
  fs.rmSync(TARGET, { recursive: true, force: true });
  fs.mkdirSync(TARGET, { recursive: true });
  await runNpmOrFail("run", "--silent", "pack:plugin");
  for (const name of fs.readdirSync(PLUGIN)) {
    fs.copyFileSync(path.join(PLUGIN, name), path.join(TARGET, name));
  }
  for (const workspace of WORKSPACES) {
    await runNpmOrFail("pack", "--silent", "--workspace", workspace, "--pack-destination", "dist/release");
    const { name } = readJson(path.join(workspace, "package.json")) as Manifest;
    fs.writeFileSync(path.join(TARGET, `${name}-${version}.cdx.json`), listComponents(workspace));
  }
  fs.writeFileSync(path.join(TARGET, SUMS), listChecksums(TARGET));
  fs.writeFileSync(path.join(ROOT, "dist", "release-notes.md"), `${notes}\n`);
  fs.readdirSync(TARGET).forEach((name) => say(path.join("dist", "release", name)));
  const undecided = findUndecided(readPublication());
  if (undecided.length > 0) {
    say(`Before this can be published, publication.json has to say: ${undecided.join(", ")}.`);
  }
}

/**
 * The SBOM of a workspace, in CycloneDX: its dependencies, and the SDK that it has as a peer. It needs no `--omit dev`,
 * which would leave out what a workspace shares with the repository's development dependencies.
 */
function listComponents(workspace: string): Buffer {
  return execSync(`npm sbom --sbom-format cyclonedx --sbom-type library --workspace ${workspace}`, {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function runNpmOrFail(...args: readonly string[]): Promise<void> {
  if ((await runNpm(...args)) !== 0) {
    throw new Error(`npm ${args.slice(0, 3).join(" ")} failed; its messages are above.`);
  }
}

function readJson(file: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(ROOT, file), "utf8"));
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
