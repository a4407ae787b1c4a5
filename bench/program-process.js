"use strict";

const { performance } = require("node:perf_hooks");
const pulumi = require("@pulumi/pulumi");
const { programOf } = require("./programs");

/**
 * Prints how many milliseconds a program takes by itself, in a process of its own as each `pulumi up` starts one: from
 * the loaded SDK to the last resource that is registered, with Pulumi's mocks in place of an engine.
 */
async function main([provider, count]) {
  await pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
  const start = performance.now();
  const resources = programOf(provider, Number(count))();
  await new Promise((resolve) => pulumi.all(resources.map(({ urn }) => urn)).apply(resolve));
  console.log(performance.now() - start);
}

void main(process.argv.slice(2));
