// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");
const { ROOT } = require("./paths");

const provider = path.join(ROOT, "provider");
const target = path.join(provider, "plugin");

/**
 * Makes the plugin: everything in one file, because Pulumi starts it about three times for each operation and loading
 * hundreds of files takes longer than the operation itself; the schema that it serves; a launcher for each system; what
 * makes the folder a project of Pulumi's; the license.
 */
async function bundle() {
  fs.rmSync(target, { recursive: true, force: true });
  fs.cpSync(path.join(provider, "launchers"), target, { recursive: true });
  fs.cpSync(path.join(provider, "LICENSE"), path.join(target, "LICENSE"));
  await esbuild.build({
    entryPoints: [path.join(provider, "dist", "serve.js")],
    outfile: path.join(target, "index.js"),
    bundle: true,
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    // Names of classes are part of errors.
    keepNames: true,
    logLevel: "error",
  });
  const schema = JSON.parse(fs.readFileSync(path.join(provider, "schema.json"), "utf8"));
  const { version } = JSON.parse(fs.readFileSync(path.join(provider, "package.json"), "utf8"));
  fs.writeFileSync(path.join(target, "schema.json"), JSON.stringify({ ...schema, version }));
  // Where Pulumi takes the folder for a project, it runs `npm install` there: without a manifest, that would be one of the
  // whole package. Older compilers then look here for what `pulumi-edgecloud/plugin` exports.
  const manifest = { private: true, type: "commonjs", main: "index.js", types: "../dist/plugin.d.ts" };
  fs.writeFileSync(path.join(target, "package.json"), JSON.stringify(manifest));
}

bundle().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
