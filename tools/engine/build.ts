import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../paths";
import { findMissing } from "./find";
import { addLauncher, findHost, linkFile } from "./host";
import type { Engine, Say } from "./engine";
import { BUILT, ENGINE, MINIMUM, YAML_HOST, fileOf, locateRelease, type Executable } from "./versions";

/** The folder of go.mod. */
const MODULE = path.join(ROOT, "tools", "engine");

const STILL_BUILDING_MS = 30_000;

/** Builds the executables that are missing; says why, if that does not work. */
export async function buildFromModules(say: Say): Promise<boolean> {
  const folder = path.join(locateRelease(BUILT), "bin");
  fs.mkdirSync(folder, { recursive: true });
  try {
    for (const executable of findMissing()) {
      await build(executable, folder, say);
    }
    addLauncher(folder);
    return true;
  } catch (error) {
    say(`Engine: the build failed (${error instanceof Error ? error.message : String(error)})`);
    return false;
  }
}

/**
 * Builds the oldest engine that is supported, unless it is there; its go.mod lies in a folder of its own. The host for YAML,
 * which imports need, is the one that all tests use.
 */
export async function buildOldest(say: Say): Promise<Engine> {
  const root = locateRelease(MINIMUM);
  const folder = path.join(root, "bin");
  if (!fs.existsSync(path.join(folder, fileOf(ENGINE.name)))) {
    fs.mkdirSync(folder, { recursive: true });
    await build({ ...ENGINE, version: MINIMUM }, folder, say, path.join(MODULE, "oldest"));
  }
  const yaml = findHost(YAML_HOST.name);
  if (yaml) {
    linkFile(fs.realpathSync(yaml), path.join(folder, fileOf(YAML_HOST.name)));
  }
  addLauncher(folder);
  return { root, version: MINIMUM };
}

/** Builds under a temporary name and renames, so that an interrupted build leaves no half executable behind. */
async function build(executable: Executable, folder: string, say: Say, module = MODULE): Promise<void> {
  const { name, version, duration } = executable;
  say(`Engine: building ${name} ${version} with Go from its published modules (${duration}, once) …`);
  const temporary = path.join(folder, `.${process.pid}-${fileOf(name)}`);
  try {
    await goBuild(executable, temporary, say, module);
    fs.renameSync(temporary, path.join(folder, fileOf(name)));
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/** Runs `go build` on one package of the go.mod in that folder. */
export function goBuild(executable: Executable, target: string, say: Say, module = MODULE): Promise<void> {
  const stamp = `-s -w -X ${executable.versionVariable}=v${executable.version}`;
  const flags = ["-trimpath", "-mod=readonly", "-ldflags", stamp];
  const child = spawn("go", ["build", ...flags, "-o", target, executable.package], {
    cwd: module,
    env: { ...process.env, GOWORK: "off" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (text) => (errors += String(text)));
  const start = Date.now();
  const timer = setInterval(() => {
    say(`  … still building after ${Math.round((Date.now() - start) / 1000)} s`);
  }, STILL_BUILDING_MS);
  return new Promise<void>((resolve, reject) => {
    child.on("error", () => reject(new Error("Go is not installed")));
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(summarizeErrors(errors)))));
  }).finally(() => clearInterval(timer));
}

/** The last lines of Go's output, without its list of downloads. */
function summarizeErrors(errors: string): string {
  return errors
    .split(/\r?\n/)
    .filter((line) => line && !line.startsWith("go: downloading"))
    .slice(-5)
    .join("; ");
}
