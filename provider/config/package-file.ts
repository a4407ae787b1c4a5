import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The fields of `package.json` that this package reads. */
export interface PackageFile {
  version: string;
  engines: { node: string };
  peerDependencies: Record<string, string>;
  /** Where Pulumi gets the plugin from, if that is decided. */
  pulumi?: { server: string };
}

/** The `package.json` of this package. */
export function readPackageFile(): PackageFile {
  return JSON.parse(readFileSync(path.join(findPackageFolder(), "package.json"), "utf8")) as PackageFile;
}

/** The folder of this package, wherever this file is in it: compiled ones are one level deeper. */
function findPackageFolder(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, "package.json"))) {
    folder = path.dirname(folder);
  }
  return folder;
}
