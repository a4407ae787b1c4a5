"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { ensureEngine, workspaceOptions } = require("../../../tools/dist/engine");
const { linkFile, replaceFile } = require("../../../tools/dist/engine/host");
const { compileHost, host } = require("./compiled-code");
const { secretsProvider, startKeyService } = require("./key-service");

const work = path.resolve(__dirname, "../../../.work/tests");
const template = path.join(work, "template");

/** As many bytes as there were calls of the CLI. */
const calls = path.join(work, "calls");

/**
 * Finds the engine, or fails the whole run, and makes one stack with the key of the platform, of which each test gets a
 * copy: making it takes the engine as long as an operation. Test processes inherit the environment: see `engine.ts`.
 */
module.exports = async () => {
  try {
    const engine = prepareRoot(await ensureEngine());
    // No run of the engine lasts long enough for garbage collection to pay off; it takes an eighth of the time.
    process.env.GOGC ??= "off";
    process.env.GOMEMLIMIT ??= "1GiB";
    await compileHost();
    process.env.NODE_OPTIONS = `--require "${require.resolve("./start-fast")}" ${process.env.NODE_OPTIONS ?? ""}`;
    Object.assign(process.env, await startKeyService());
    fs.rmSync(calls, { force: true });
    fs.rmSync(template, { recursive: true, force: true });
    const options = { ...(await workspaceOptions(engine, template)), secretsProvider };
    const program = { stackName: "dev", projectName: "test", program: async () => {} };
    const stack = await LocalWorkspace.createStack(program, options);
    await stack.setConfig("edgecloud:apiKey", { value: "demo-key", secret: true });
    process.env.TEST_ENGINE = JSON.stringify({ ...engine, template, secretsProvider });
  } catch (error) {
    // The message is enough; jest would add a long stack trace of its own.
    error.stack = "";
    throw error;
  }
};

/**
 * The same engine with another launcher of the dynamic provider's host, because the SDK's own starts one more process of
 * Node.js, only to find the host's file; the shell stays the host's parent, as with the SDK's. In front of it is a script
 * that notes each call, so that the run can say how many there were. The engine itself lies beside that, with the hosts:
 * it looks for them in its own folder.
 */
function prepareRoot({ root, ...engine }) {
  const prepared = path.join(work, "engine");
  const [bin, real] = ["bin", "real"].map((name) => path.join(prepared, name));
  const launcher = `#!/bin/sh\nnode "${host}" "$@"\nexit $?\n`;
  for (const folder of [bin, real]) {
    fs.mkdirSync(folder, { recursive: true });
    for (const file of fs.readdirSync(path.join(root, "bin")).filter((name) => !written.includes(name))) {
      linkFile(fs.realpathSync(path.join(root, "bin", file)), path.join(folder, file));
    }
    writeScript(path.join(folder, "pulumi-resource-pulumi-nodejs"), launcher);
  }
  linkFile(fs.realpathSync(path.join(root, "bin/pulumi")), path.join(real, "pulumi"));
  writeScript(path.join(bin, "pulumi"), `#!/bin/sh\nprintf . >> "${calls}"\nexec "${real}/pulumi" "$@"\n`);
  return { ...engine, root: prepared };
}

const written = ["pulumi", "pulumi-resource-pulumi-nodejs"];

function writeScript(target, script) {
  replaceFile(target, (file) => fs.writeFileSync(file, script, { mode: 0o755 }));
}
