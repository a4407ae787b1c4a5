// A part of `npm run build`

import fs from "node:fs";
import path from "node:path";
import esbuild from "esbuild";
import { ROOT } from "./paths";

const PROVIDER = path.join(ROOT, "provider");
const TARGET = path.join(PROVIDER, "plugin");

/**
 * Makes the plugin: everything in one file, because Pulumi starts it about three times for each operation and loading
 * hundreds of files takes longer than the operation itself; the schema that it serves; a launcher for each system; what
 * makes the folder a project of Pulumi's; the license.
 */
async function bundle(): Promise<void> {
  fs.rmSync(TARGET, { recursive: true, force: true });
  fs.cpSync(path.join(PROVIDER, "launchers"), TARGET, { recursive: true });
  fs.cpSync(path.join(PROVIDER, "LICENSE"), path.join(TARGET, "LICENSE"));
  await esbuild.build({
    entryPoints: [path.join(PROVIDER, "dist", "serve.js")],
    outfile: path.join(TARGET, "index.js"),
    bundle: true,
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    // Names of classes are part of errors.
    keepNames: true,
    logLevel: "error",
  });
  const { version } = readJson("package.json") as { version: string };
  writeJson("schema.json", { ...(readJson("schema.json") as object), version });
  // Where Pulumi takes the folder for a project, it runs `npm install` there: without a manifest, that would be one of the
  // whole package. Older compilers then look here for what `pulumi-edgecloud/plugin` exports.
  writeJson("package.json", { private: true, type: "commonjs", main: "index.js", types: "../dist/plugin.d.ts" });
}

function readJson(name: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(PROVIDER, name), "utf8"));
}

function writeJson(name: string, value: object): void {
  fs.writeFileSync(path.join(TARGET, name), JSON.stringify(value));
}

bundle().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
