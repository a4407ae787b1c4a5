"use strict";

const { spawn } = require("node:child_process");
const { once } = require("node:events");
const fs = require("node:fs/promises");
const path = require("node:path");
const { createInterface } = require("node:readline");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { ensureEngine, workspaceOptions } = require("../tools/engine");
const { programs } = require("./programs");

const groups = Number(process.argv[2] ?? 200);
const pairs = Number(process.argv[3] ?? 5);
const limit = 1.2;
const work = path.resolve(__dirname, "../.work/bench");

/** Seconds that one `pulumi up` of `program` takes on a new stack and a new platform. */
async function secondsOfUp(engine, program) {
  await fs.rm(work, { recursive: true, force: true });
  const platform = await startPlatform();
  try {
    const stack = await LocalWorkspace.createStack(
      { stackName: "bench", projectName: "bench", program },
      await workspaceOptions(engine, work),
    );
    await stack.setConfig("edgecloud:apiKey", { value: "demo-key", secret: true });
    await stack.setConfig("edgecloud:baseUrl", { value: platform.url });
    const start = process.hrtime.bigint();
    await stack.up();
    return Number(process.hrtime.bigint() - start) / 1e9;
  } finally {
    await platform.end();
  }
}

/** The emulator as a process of its own, as far from the program as a platform would be. */
async function startPlatform() {
  const bin = require.resolve("edgecloud-emulator/package.json").replace("package.json", "bin/edgecloud-emulator.js");
  const child = spawn(process.execPath, [bin, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const end = async () => {
    child.kill();
    await once(child, "exit");
  };
  return { url: line.split(" ").at(-1), end };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function main() {
  const engine = await ensureEngine(console.log);
  const { edgecloud, echo } = programs(groups);
  console.log(`pulumi up of ${groups} origin groups, ${pairs} pairs after one that does not count`);
  const ratios = [];
  for (let pair = 0; pair <= pairs; pair++) {
    const seconds = { edgecloud: await secondsOfUp(engine, edgecloud), echo: await secondsOfUp(engine, echo) };
    const ratio = seconds.edgecloud / seconds.echo;
    console.log(
      `${pair || "-"}  edgecloud ${seconds.edgecloud.toFixed(2)} s  echo ${seconds.echo.toFixed(2)} s  ratio ${ratio.toFixed(2)}`,
    );
    if (pair > 0) {
      ratios.push(ratio);
    }
  }
  console.log(`median ratio ${median(ratios).toFixed(2)}, aim at most ${limit}`);
}

void main();
