import { execFileSync } from "node:child_process";
import path from "node:path";
import { runtime } from "@pulumi/pulumi";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { Host, type HostName, type KnownResource } from "./host";
import type { NodeRelease } from "./node";
import type { Platform } from "./platform";
import { buildProgram } from "./programs";
import type { OperationName } from "./report";
import type { Usage } from "./usage";

/** As many calls as the engine makes at once on two cores. */
const CALLS_AT_ONCE = 8;

type Step = (host: Host, resource: KnownResource) => Promise<void>;

/** What the engine asks of a host for each resource, by operation. */
const steps: Readonly<Record<OperationName, Step>> = {
  preview: async (host, resource) => {
    await host.check(resource);
    // Only where the host predicts outputs does the engine ask for a create in a preview.
    await (host.name === "plugin" ? host.create(resource, true) : undefined);
  },
  up: async (host, resource) => {
    await host.check(resource);
    await host.create(resource, false);
  },
  "preview again": async (host, resource) => {
    await host.check(resource);
    await host.diff(resource);
  },
  refresh: (host, resource) => host.read(resource),
  destroy: (host, resource) => host.delete(resource),
};

/** Settings of a host, as the dynamic provider and as the plugin take them. */
export function createSettings({ url }: Platform): Record<string, string> {
  return { "edgecloud:apiKey": "demo-key", "edgecloud:baseUrl": url, apiKey: "demo-key", baseUrl: url };
}

/** Takes `count` groups through all operations without an engine; each operation has a host of its own, as with Pulumi. */
export async function measureHost(
  name: HostName,
  count: number,
  node: NodeRelease,
  platform: Platform,
): Promise<Record<OperationName, Usage>> {
  const resources = await collectArguments(name, count);
  const usages: Partial<Record<OperationName, Usage>> = {};
  for (const [operation, step] of Object.entries(steps) as [OperationName, Step][]) {
    const host = await Host.start(name, node, createSettings(platform));
    try {
      await runConcurrently(resources, (resource) => step(host, resource));
      usages[operation] = host.readUsage();
    } finally {
      await host.stop();
    }
  }
  return usages as Record<OperationName, Usage>;
}

/** What a program with `count` groups needs by itself, the SDK included, with Pulumi's mocks in place of an engine. */
export function measureProgram(name: HostName, count: number, node: NodeRelease): Usage {
  const file = path.join(__dirname, "program-process.js");
  const command = [file, name, String(count)];
  const printed = execFileSync(path.join(node.folder, "node"), command, { encoding: "utf8" });
  const { usage } = JSON.parse(printed) as { usage: Usage };
  return usage;
}

/** What a program sends to the engine for each of its resources. */
async function collectArguments(provider: HostName, count: number): Promise<KnownResource[]> {
  const resources: KnownResource[] = [];
  await runtime.setMocks({
    newResource: ({ name, type, inputs }) => {
      const urn = `urn:pulumi:bench::bench::${type}::${name}`;
      resources.push({ urn, args: Struct.fromJavaScript(inputs as Parameters<typeof Struct.fromJavaScript>[0]) });
      return { id: name, state: inputs as object };
    },
    call: () => ({}),
  });
  buildProgram(provider, count)();
  await runtime.disconnect();
  return resources;
}

async function runConcurrently<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const runNext = async () => {
    for (const item of rest) {
      await run(item);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, runNext));
}
