import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { WORK } from "#tools/paths";

/** What users have, and on which the aims are judged. */
export const JUDGED_NODE = "24.21.0";

/** A release of Node.js that programs and hosts run on. */
export interface NodeRelease {
  readonly version: string;
  /** The folder of its executable, to be the first one on PATH. */
  readonly folder: string;
}

/** The release that runs this process. */
export const ownNode: NodeRelease = { version: process.versions.node, folder: path.dirname(process.execPath) };

/**
 * Has npm fetch a release below `.work`, from the package with the binary for this system. It is no dependency of the
 * repository: 120 MB that neither a build nor a test needs.
 */
export function fetchNode(version: string): NodeRelease {
  if (version === ownNode.version) {
    return ownNode;
  }
  const home = path.join(WORK, "node", version);
  const system = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = path.join(home, "node_modules", name, "bin");
  if (!fs.existsSync(folder)) {
    fs.mkdirSync(home, { recursive: true });
    fs.writeFileSync(path.join(home, "package.json"), "{}");
    const command = `npm install --no-audit --no-fund --loglevel=error ${name}@${version}`;
    // Through a shell, because npm is a script on Windows.
    execFileSync(command, { cwd: home, shell: true, stdio: ["ignore", "ignore", "inherit"] });
  }
  return { version, folder };
}

/** The number before the first dot. */
export function parseMajor(version: string): string {
  return version.split(".", 1).join();
}
