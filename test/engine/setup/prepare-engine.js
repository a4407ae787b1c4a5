"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { ensureEngine, workspaceOptions } = require("../../../tools/dist/engine");
const { compileHost, host } = require("./compiled-code");
const { countCalls } = require("./counted-engine");
const { secretsProvider, startKeyService } = require("./key-service");

const work = path.resolve(__dirname, "../../../.work/tests");
const template = path.join(work, "template");

/** The SDK's own starts one more process of Node.js, only to find the host's file; the shell stays the host's parent. */
const launcher = `#!/bin/sh\nnode "${host}" "$@"\nexit $?\n`;

/**
 * Finds the engine, or fails the whole run, and makes one stack with the key of the platform, of which each test gets a
 * copy: making it takes the engine as long as an operation. Test processes inherit the environment: see `engine.ts`.
 */
async function prepare(obtain, name) {
  try {
    const engine = countCalls(await obtain(), name, launcher);
    // No run of the engine lasts long enough for garbage collection to pay off; it takes an eighth of the time.
    process.env.GOGC ??= "off";
    process.env.GOMEMLIMIT ??= "1GiB";
    await compileHost();
    process.env.NODE_OPTIONS = `--require "${require.resolve("./start-fast")}" ${process.env.NODE_OPTIONS ?? ""}`;
    Object.assign(process.env, await startKeyService());
    fs.rmSync(template, { recursive: true, force: true });
    const options = { ...workspaceOptions(engine, template), secretsProvider };
    const program = { stackName: "dev", projectName: "test", program: async () => {} };
    const stack = await LocalWorkspace.createStack(program, options);
    await stack.setConfig("edgecloud:apiKey", { value: "demo-key", secret: true });
    process.env.TEST_ENGINE = JSON.stringify({ ...engine, template, secretsProvider });
  } catch (error) {
    // The message is enough; jest would add a long stack trace of its own.
    error.stack = "";
    throw error;
  }
}

/** The name is jest's: it calls this before the tests. */
module.exports = () => prepare(ensureEngine, "engine");
module.exports.prepare = prepare;
