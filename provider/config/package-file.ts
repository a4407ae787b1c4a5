import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The `package.json` of this package, found upwards from this file, which lies deeper when compiled. */
export function readPackageFile() {
  let folder = __dirname;
  while (!existsSync(path.join(folder, "package.json"))) {
    folder = path.dirname(folder);
  }
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    version: string;
    engines: { node: string };
    peerDependencies: { "@pulumi/pulumi": string };
    /** Where Pulumi gets the plugin from, if that is decided. */
    pulumi?: { server: string };
  };
}
