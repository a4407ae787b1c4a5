import { OriginGroup } from "pulumi-edgecloud";
import { byHost } from "../../../engine/setup/host";
import { findGroup } from "../../../engine/setup/platform";
import { otherBucket, storedOtherBucket } from "../../../engine/setup/sources";
import { engineTest, type ExportedResource } from "../../../engine/setup/test-stack";

const literal = byHost({
  dynamic: 'exports.handler = () => require("pulumi-edgecloud/host").OriginGroup',
  plugin: undefined,
});

/** One group whose state is edited as a later version would have written it, and one as an earlier version would. */
const declare = (useNext: boolean) => () => {
  new OriginGroup("later", { name: "later", useNext, sources: [{ source: "a.example.com" }, otherBucket("media")] });
  new OriginGroup("earlier", { name: "earlier", sources: [{ source: "a.example.com" }] });
};

function addUnknownOutputs({ outputs }: ExportedResource): Record<string, unknown> {
  const own = Object.entries(outputs.sources as Record<string, object>);
  const future = own.map(([key, source]) => [key, { ...source, future: 1 }] as const);
  const sources = byHost<unknown>({
    dynamic: Object.fromEntries(future),
    plugin: future.map(([, source]) => source),
  });
  return { ...outputs, sources, future: { deep: [true] } };
}

function removeNewerOutputs({ outputs }: ExportedResource): Record<string, unknown> {
  const later = ["hasRelatedResources", "adopted"];
  return Object.fromEntries(Object.entries(outputs).filter(([name]) => !later.includes(name)));
}

engineTest(
  "upgrade: a state holds only what is needed, and works with unknown or without newer outputs",
  {},
  async (stack) => {
    stack.program = declare(false);
    await stack.up();
    const stored = await stack.findResource("later");
    const ofHost = byHost({ dynamic: ["__provider"], plugin: [] });
    const kept = byHost({ dynamic: ["__private", "__secretPaths"], plugin: ["__private"] });
    const inputs = [...ofHost, "name", "proxyNextUpstream", "sources", "useNext"].sort();
    const computed = ["adopted", "authType", "hasRelatedResources", "originGroupId"];
    expect(stored?.inputs.__provider).toBe(literal);
    expect(stored?.outputs.__provider).toBe(literal);
    expect(Object.keys(stored?.inputs ?? {}).sort()).toEqual(inputs);
    expect(Object.keys(stored?.outputs ?? {}).sort()).toEqual([...inputs, ...computed, ...kept].sort());

    await stack.editOutputs((resource) =>
      resource.urn.endsWith("::later") ? addUnknownOutputs(resource) : removeNewerOutputs(resource),
    );
    expect(await stack.up()).toMatch(/ 3 unchanged/);
    stack.program = declare(true);
    expect(await stack.up()).toMatch(/~ 1 updated\n +2 unchanged/);
    expect(findGroup(stack.emulator, "later")).toMatchObject({
      use_next: true,
      sources: [{}, storedOtherBucket("media")],
    });
    await stack.refresh();
    expect(await stack.preview()).toMatch(/3 unchanged/);
    expect(JSON.stringify(await stack.resources())).not.toContain("future");
    expect((await stack.findResource("earlier"))?.outputs).toMatchObject({
      adopted: false,
      hasRelatedResources: false,
    });
  },
);
