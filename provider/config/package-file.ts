import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Looks for the file in the folders above, because compiled code lies deeper than its source. */
export function readPackageFile() {
  let folder = __dirname;
  while (!existsSync(path.join(folder, "package.json"))) {
    if (folder === path.dirname(folder)) {
      throw new Error("pulumi-edgecloud does not find its package.json: leave the package out of the bundle");
    }
    folder = path.dirname(folder);
  }
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    version: string;
    engines: { node: string };
    peerDependencies: { "@pulumi/pulumi": string };
    /** The address from which Pulumi can download the plugin, if there is one. */
    pulumi?: { server: string };
  };
}
