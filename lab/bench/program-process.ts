import { performance } from "node:perf_hooks";
import * as pulumi from "@pulumi/pulumi";
import { buildProgram } from "./programs";
import type { ProviderName } from "./report";
import type { Usage } from "./usage";

/** What this process prints, as JSON. */
export interface ProgramRun {
  /** From the loaded SDK to the last resource that is registered. */
  readonly milliseconds: number;
  /** Of the whole process. */
  readonly usage: Usage;
}

/**
 * Runs a program by itself, in a process of its own as each `pulumi up` starts one, with Pulumi's mocks in place of an
 * engine, and says what it has taken.
 */
async function main([provider, count]: string[]): Promise<void> {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
    call: () => ({}),
  });
  const start = performance.now();
  const resources = buildProgram(provider as ProviderName, Number(count))();
  await new Promise((resolve) => void pulumi.all(resources.map(({ urn }) => urn)).apply(resolve));
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage();
  const usage = { seconds: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1024 };
  console.log(JSON.stringify({ milliseconds, usage } satisfies ProgramRun));
}

void main(process.argv.slice(2));
