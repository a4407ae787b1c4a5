"use strict";

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const vm = require("node:vm");

const root = path.resolve(__dirname, "../../..");
const folder = path.join(root, ".work/tests/compiled");

/** Pulumi's host of dynamic providers: hundreds of files, which are bundled. */
const host = path.join(root, "node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js");
const bundledHost = path.join(folder, "host.js");

/** Our part in the host, which is in one file already. */
const provider = path.join(root, "provider/host/index.js");

/** What the SDK loads at its start for closures and for the Automation API, of which the host needs neither. */
const late = ["typescript", "@npmcli/arborist", "normalize-package-data", "@pulumi/pulumi/automation"];

const sources = new Map([
  [host, bundledHost],
  [provider, provider],
]);

/** Compiles the host and our part in it, for the processes of this run. */
async function compileHost() {
  // Here, because every process of a test run loads this file.
  const { execFileSync } = require("node:child_process");
  const { build } = require("esbuild");
  fs.rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: [host],
    outfile: bundledHost,
    bundle: true,
    external: late,
    plugins: [nameAutomation],
    platform: "node",
    target: "node20",
    keepNames: true,
    minifyWhitespace: true,
  });
  // The address of an engine, which the host needs when it starts, and never calls here.
  execFileSync(process.execPath, [__filename, "127.0.0.1:1"]);
}

/** Makes the SDK's relative import of the Automation API one that can stay outside the bundle. */
const nameAutomation = {
  name: "name-automation",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/automation$/ }, () => ({ path: "@pulumi/pulumi/automation", external: true }));
  },
};

/** What runs a file as the code of a module, if its code is compiled. */
function readCompiled(file) {
  if (!sources.has(file) || !fs.existsSync(findCode(file))) {
    return undefined;
  }
  const script = toScript(file, fs.readFileSync(findCode(file)));
  return (module) => runScript(script, module, file);
}

function findCode(file) {
  return path.join(folder, `${file === host ? "host" : "provider"}.code`);
}

function toScript(file, cachedData) {
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const code = Module.wrap(fs.readFileSync(sources.get(file), "utf8"));
  return new vm.Script(code, { filename: file, cachedData, importModuleDynamically });
}

function runScript(script, module, file) {
  const run = script.runInThisContext();
  return run.call(module.exports, module.exports, Module.createRequire(file), module, file, path.dirname(file));
}

/** Runs each file once, because V8 keeps the functions that have run. Ends when the host prints its port. */
function keepCode() {
  const scripts = new Map([provider, host].map((file) => [file, toScript(file)]));
  process.stdout.write = () => {
    scripts.forEach((script, file) => fs.writeFileSync(findCode(file), script.createCachedData()));
    process.exit();
  };
  scripts.forEach((script, file) => runScript(script, new Module(file), file));
}

if (require.main === module) {
  keepCode();
}

module.exports = { compileHost, host, late, readCompiled };
