"use strict";

const { ensureEngine } = require("../tools/engine");
const { median, secondsOfUp } = require("./platform");
const { programs } = require("./programs");

const groups = Number(process.argv[2] ?? 200);
const pairs = Number(process.argv[3] ?? 5);
const limit = 1.2;

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
