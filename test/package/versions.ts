import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

const folder = path.resolve(__dirname, "../../.work/versions");
const lock = "package-lock.json";

/** The versions of `versions/package.json`, once they are installed. */
export interface Versions {
  /** Where they are installed. */
  folder: string;
  /** The executable of each Node.js, by its major version. */
  nodes: Record<string, string>;
}

/**
 * Installs the oldest supported SDK and TypeScript, a Node.js of each supported line, and test runners that users have; once,
 * since they are kept in `.work`. They cannot be dependencies of the repository: npm refuses two SDKs whose peers contradict
 * each other.
 */
export function installVersions(): Versions {
  if (!isInstalled()) {
    install();
  }
  const executable = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const ofLine = (line: string) => path.join(folder, "node_modules", `node-${line}-${platform}`, executable);
  const nodes = Object.fromEntries(["20", "22", "24"].map((line) => [line, ofLine(line)]));
  const missing = Object.values(nodes).filter((file) => !existsSync(file));
  if (missing.length > 0) {
    throw new Error(`there is no Node.js for ${platform} in versions/package.json: ${missing.join(", ")}`);
  }
  return { folder, nodes };
}

/** Installs beside the folder and renames, because several files of tests may find nothing there at the same time. */
function install(): void {
  const own = `${folder}-${process.pid}`;
  cpSync(path.join(__dirname, "versions"), own, { recursive: true });
  execFileSync("npm", ["ci", "--loglevel=error", "--no-audit", "--no-fund"], { cwd: own, shell: true });
  if (existsSync(folder) && !isInstalled()) {
    rmSync(folder, { recursive: true });
  }
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true });
    if (!isInstalled()) {
      throw error;
    }
  }
}

/** npm writes the second file last, so that an interrupted install does not count. */
function isInstalled(): boolean {
  const done = path.join(folder, "node_modules", `.${lock}`);
  const [wanted, present] = [path.join(__dirname, "versions", lock), path.join(folder, lock)];
  return existsSync(done) && existsSync(present) && readFileSync(wanted, "utf8") === readFileSync(present, "utf8");
}
