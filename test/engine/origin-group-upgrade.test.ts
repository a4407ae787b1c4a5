import type { Deployment } from "@pulumi/pulumi/automation";
import { OriginGroup } from "pulumi-edgecloud";
import { byHost } from "./setup/host";
import { findGroup } from "./setup/platform";
import { engineTest, type ExportedResource } from "./setup/test-stack";

const literal = byHost({
  dynamic: 'exports.handler = () => require("pulumi-edgecloud/host").OriginGroup',
  plugin: undefined,
});

const config = {
  s3Type: "other",
  s3BucketName: "media",
  s3StorageHostname: "storage.example.com",
  s3AccessKeyId: "known-access-key",
  s3SecretAccessKey: "known/secret/key/0001",
} as const;

const declare = (useNext: boolean) => () =>
  new OriginGroup("assets", { name: "assets", useNext, sources: [{ source: "a.example.com" }, { config }] });

engineTest("upgrade: the state holds inputs, outputs and what its host needs, nothing else", {}, async (stack) => {
  stack.program = declare(false);
  await stack.up();
  const [stored] = await stack.resources();
  const ofHost = byHost({ dynamic: ["__provider"], plugin: [] });
  const kept = byHost({ dynamic: ["__secretPaths", "__secretValues"], plugin: [] });
  const inputs = [...ofHost, "name", "proxyNextUpstream", "sources", "useNext"].sort();
  const computed = ["adopted", "authType", "claim", "hasRelatedResources", "originGroupId"];
  expect(stored?.inputs.__provider).toBe(literal);
  expect(stored?.outputs.__provider).toBe(literal);
  expect(literal?.length ?? 0).toBeLessThanOrEqual(80);
  expect(Object.keys(stored?.inputs ?? {}).sort()).toEqual(inputs);
  expect(Object.keys(stored?.outputs ?? {}).sort()).toEqual([...inputs, ...computed, ...kept].sort());
});

engineTest("upgrade: a state with unknown outputs still works", {}, async (stack) => {
  stack.program = declare(false);
  await stack.up();
  await edit(stack.stack, (resource) => {
    const own = Object.entries(resource.outputs.sources as Record<string, object>);
    const future = own.map(([key, source]) => [key, { ...source, future: 1 }] as const);
    const sources = byHost<unknown>({
      dynamic: Object.fromEntries(future),
      plugin: future.map(([, source]) => source),
    });
    return { ...resource, outputs: { ...resource.outputs, sources, future: { deep: [true] } } };
  });
  expect(await stack.preview()).toMatch(/2 unchanged/);
  expect(await stack.up()).toMatch(/2 unchanged/);
  stack.program = declare(true);
  await stack.up();
  expect(findGroup(stack.emulator, "assets")).toMatchObject({
    id: 1001,
    use_next: true,
    sources: [{}, { config: { s3_secret_access_key: config.s3SecretAccessKey } }],
  });
  await stack.refresh();
  expect(await stack.preview()).toMatch(/2 unchanged/);
  expect(JSON.stringify(await stack.resources())).not.toContain("future");
});

engineTest("upgrade: a state without newer outputs still works", {}, async (stack) => {
  stack.program = declare(false);
  await stack.up();
  await edit(stack.stack, (resource) => {
    const later = ["hasRelatedResources", "adopted"];
    const outputs = Object.fromEntries(Object.entries(resource.outputs).filter(([name]) => !later.includes(name)));
    return { ...resource, outputs };
  });
  expect(await stack.preview()).toMatch(/2 unchanged/);
  await stack.refresh();
  expect((await stack.resources())[0]?.outputs).toMatchObject({ adopted: false, hasRelatedResources: false });
});

interface Exporting {
  exportStack(): Promise<Deployment>;
  importStack(state: Deployment): Promise<void>;
}

/** Edits every origin group in the state, as another version of this package would have written it. */
async function edit(stack: Exporting, change: (resource: ExportedResource) => ExportedResource): Promise<void> {
  const exported = await stack.exportStack();
  const deployment = exported.deployment as { resources: ExportedResource[] };
  const resources = deployment.resources.map((resource) =>
    resource.type.endsWith(":OriginGroup") ? change(resource) : resource,
  );
  await stack.importStack({ ...exported, deployment: { ...deployment, resources } });
}
