"use strict";

const { CloudFunction } = require("pulumi-edgecloud");
const { ensureEngine } = require("../tools/engine");
const { median, secondsOfUp } = require("./platform");

const functions = 40;
const taskSeconds = 3;
const pairs = Number(process.argv[2] ?? 3);

/** What the wait for tasks may cost: the slower machine of the engine's work, and the time of the tasks. */
const limit = (atOnce) => 1.5 * atOnce + taskSeconds;

async function program() {
  for (let index = 0; index < functions; index++) {
    const name = `function-${index}`;
    new CloudFunction(name, {
      projectId: 1,
      regionId: 1,
      namespace: "bench",
      name,
      code: "package main",
      mainMethod: "Run",
      runtime: "go1.16.6",
      flavor: "80mCPU-128MB",
      timeout: 10,
    });
  }
}

async function main() {
  const engine = await ensureEngine(console.log);
  const seconds = (runningMs) =>
    secondsOfUp(engine, program, { seed: { cloud: { taskLife: { runningMs } } }, parallel: functions });
  console.log(`pulumi up of ${functions} functions in parallel, ${pairs} pairs after one that does not count`);
  const results = [];
  for (let pair = 0; pair <= pairs; pair++) {
    const atOnce = await seconds(0);
    const waiting = await seconds(taskSeconds * 1000);
    const share = waiting / limit(atOnce);
    console.log(
      `${pair || "-"}  tasks end at once ${atOnce.toFixed(2)} s  tasks of ${taskSeconds} s ${waiting.toFixed(2)} s  ` +
        `limit ${limit(atOnce).toFixed(2)} s  share ${share.toFixed(2)}`,
    );
    if (pair > 0) {
      results.push(share);
    }
  }
  console.log(`median share of the limit ${median(results).toFixed(2)}, aim at most 1`);
}

void main();
