// A part of `npm run build`

import fs from "node:fs";
import path from "node:path";
import esbuild from "esbuild";
import { ROOT } from "./paths";

const PROVIDER = path.join(ROOT, "provider");
const TARGET = path.join(PROVIDER, "plugin");

/** Bundles what Pulumi starts for each operation: loading hundreds of files takes longer than the operation itself. */
async function bundle(): Promise<void> {
  await Promise.all([bundleHost(), bundlePlugin()]);
}

/** Bundles what the text in the state loads into Pulumi's own host; that one has the SDK already. */
function bundleHost(): Promise<void> {
  return bundleInto(path.join(PROVIDER, "host"), "host.ts", ["@pulumi/pulumi"]);
}

/** Bundles the plugin, with its schema, a launcher for each system, its license, and the files of a Pulumi plugin. */
async function bundlePlugin(): Promise<void> {
  fs.rmSync(TARGET, { recursive: true, force: true });
  fs.cpSync(path.join(PROVIDER, "launchers"), TARGET, { recursive: true });
  fs.cpSync(path.join(PROVIDER, "LICENSE"), path.join(TARGET, "LICENSE"));
  await bundleInto(TARGET, "serve.ts");
  const { version } = readJson("package.json") as { version: string };
  writeJson("schema.json", { ...(readJson("schema.json") as object), version });
  // Where Pulumi takes the folder for a project, it runs `npm install` there: without a manifest, that would be one of the
  // whole package. Older compilers then look here for what `pulumi-edgecloud/plugin` exports.
  writeJson("package.json", { private: true, type: "commonjs", main: "index.js", types: "../dist/plugin.d.ts" });
}

async function bundleInto(folder: string, entry: string, external: string[] = []): Promise<void> {
  await esbuild.build({
    entryPoints: [path.join(PROVIDER, entry)],
    outfile: path.join(folder, "index.js"),
    bundle: true,
    external,
    platform: "node",
    target: "node20",
    // Modules, of which esbuild takes only what is used: zod has the messages of fifty languages.
    mainFields: ["module", "main"],
    minifySyntax: true,
    minifyWhitespace: true,
    // Names of classes are part of errors.
    keepNames: true,
    logLevel: "error",
  });
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
