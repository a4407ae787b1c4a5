"use strict";

const { spawn } = require("node:child_process");
const { once } = require("node:events");
const fs = require("node:fs/promises");
const path = require("node:path");
const { createInterface } = require("node:readline");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { workspaceOptions } = require("../tools/engine");

const work = path.resolve(__dirname, "../.work/bench");

/** Seconds that one `pulumi up` of `program` takes on a new stack and a new platform with that seed. */
async function secondsOfUp(engine, program, { seed = {}, parallel } = {}) {
  await fs.rm(work, { recursive: true, force: true });
  await fs.mkdir(work, { recursive: true });
  const platform = await startPlatform(seed);
  try {
    const stack = await LocalWorkspace.createStack(
      { stackName: "bench", projectName: "bench", program },
      await workspaceOptions(engine, work),
    );
    await stack.setConfig("edgecloud:apiKey", { value: "demo-key", secret: true });
    await stack.setConfig("edgecloud:baseUrl", { value: platform.url });
    const start = process.hrtime.bigint();
    await stack.up({ parallel });
    return Number(process.hrtime.bigint() - start) / 1e9;
  } finally {
    await platform.end();
  }
}

/** The emulator as a process of its own, as far from the program as a platform would be. */
async function startPlatform(seed) {
  const file = path.join(work, "seed.json");
  await fs.writeFile(file, JSON.stringify(seed));
  const bin = require.resolve("edgecloud-emulator/package.json").replace("package.json", "bin/edgecloud-emulator.js");
  const command = [bin, "--port", "0", "--seed", file];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const end = async () => {
    child.kill();
    await once(child, "exit");
  };
  return { url: line.split(" ").at(-1), end };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

module.exports = { median, secondsOfUp };
