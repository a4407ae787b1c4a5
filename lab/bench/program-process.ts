import { performance } from "node:perf_hooks";
import * as pulumi from "@pulumi/pulumi";
import { buildProgram } from "./programs";
import type { ProviderName } from "./report";

/**
 * Prints how many milliseconds a program takes by itself, in a process of its own as each `pulumi up` starts one: from
 * the loaded SDK to the last resource that is registered, with Pulumi's mocks in place of an engine.
 */
async function main([provider, count]: string[]): Promise<void> {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
    call: () => ({}),
  });
  const start = performance.now();
  const resources = buildProgram(provider as ProviderName, Number(count))();
  await new Promise((resolve) => void pulumi.all(resources.map(({ urn }) => urn)).apply(resolve));
  console.log(performance.now() - start);
}

void main(process.argv.slice(2));
