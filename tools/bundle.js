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
 * hundreds of files takes longer than the operation itself; the schema that it serves; a launcher for each system; the
 * license.
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
    // From Node 22.8 on: what was compiled once is not compiled again.
    banner: { js: '"use strict";require("node:module").enableCompileCache?.();' },
    logLevel: "error",
  });
  const schema = JSON.parse(fs.readFileSync(path.join(provider, "schema.json"), "utf8"));
  const { version } = JSON.parse(fs.readFileSync(path.join(provider, "package.json"), "utf8"));
  fs.writeFileSync(path.join(target, "schema.json"), JSON.stringify({ ...schema, version }));
}

bundle().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
