import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { findHost, listPathFolders, prepareRoot } from "./host";
import type { Engine, Say } from "./engine";
import {
  BUILT,
  ENGINE,
  MINIMUM,
  RELEASED,
  YAML_HOST,
  fileOf,
  isSupported,
  locateRelease,
  type Executable,
} from "./versions";

/** Looks on PATH, then below `$PULUMI_HOME/versions`; changes nothing outside `.work/`. */
export function findEngine(say: Say = () => {}): Engine | undefined {
  const found = findBinary(say);
  if (!found) {
    return undefined;
  }
  const { binary, version } = found;
  say(`Engine: pulumi ${version}, ${binary}`);
  if (!findHost(YAML_HOST.name, binary)) {
    say(`Engine: no ${YAML_HOST.name} beside it or on PATH`);
    return undefined;
  }
  return { root: prepareRoot(binary), version };
}

/** The executables that a run needs and that are not on this machine. */
export function findMissing(): Executable[] {
  const found = findBinary(() => {});
  const executables = found ? [] : [ENGINE];
  return findHost(YAML_HOST.name, found?.binary) ? executables : [...executables, YAML_HOST];
}

function findBinary(say: Say): { binary: string; version: string } | undefined {
  for (const binary of listCandidates()) {
    const version = readVersion(binary);
    if (version && isSupported(version)) {
      return { binary, version };
    }
    say(`Engine: ${binary} is ${version ?? "broken"}, but this project needs ${MINIMUM} or newer; looking further`);
  }
  return undefined;
}

/** Existing files only, in the order of preference. */
function listCandidates(): string[] {
  const file = fileOf(ENGINE.name);
  const onPath = listPathFolders().map((folder) => path.join(folder, file));
  const obtained = [BUILT, RELEASED].map((version) => path.join(locateRelease(version), "bin", file));
  const first = onPath.find((candidate) => fs.existsSync(candidate));
  return [...(first ? [first] : []), ...obtained.filter((candidate) => fs.existsSync(candidate))];
}

function readVersion(binary: string): string | undefined {
  try {
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    const text = execFileSync(binary, ["version"], { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return text.trim().replace(/^v/, "");
  } catch {
    return undefined;
  }
}
