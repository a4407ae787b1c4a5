import {
  otherId,
  projectId,
  regionId,
  seed as snapshots,
  createSnapshotSeed,
  snapshotId,
  readSnapshot,
} from "../../engine/setup/snapshots";
import { createFunctionSeed as seededFunction } from "../../engine/setup/functions";
import { yamlProject, yamlTest } from "../../engine/setup/yaml-stack";

const scope = `projectId: ${projectId}, regionId: ${regionId}`;

/** Every argument of the second resource of each kind is an output of the first one, except for its name. */
const program = `
variables:
  existing:
    fn::invoke: { function: edgecloud:getOriginGroup, arguments: { name: existing } }
  running:
    fn::invoke: { function: edgecloud:getFunction, arguments: { ${scope}, namespace: images, name: running } }
  image:
    fn::invoke: { function: edgecloud:getImage, arguments: { ${scope}, imageId: image-1 } }
  alike:
    fn::invoke: { function: edgecloud:getImages, arguments: { ${scope}, architecture: "\${image.architecture}" } }
resources:
  group:
    type: edgecloud:OriginGroup
    properties:
      name: first
      proxyNextUpstream: [http_503]
      onDestroy: delete
      sources: [{ source: a.example.com }, { originType: edgeapp, config: { appId: "77" }, backup: true }]
  groupAgain:
    type: edgecloud:OriginGroup
    properties:
      name: second
      useNext: \${group.useNext}
      proxyNextUpstream: \${group.proxyNextUpstream}
      sources: \${group.sources}
      path: \${group.path}
      authType: \${group.authType}
      onDestroy: \${group.onDestroy}
  groupInParts:
    type: edgecloud:OriginGroup
    properties:
      name: third
      proxyNextUpstream: ["\${group.proxyNextUpstream[0]}", "\${existing.proxyNextUpstream[0]}"]
      sources:
        - \${group.sources[0]}
        - originType: \${group.sources[1].originType}
          config: \${group.sources[1].config}
          backup: \${group.sources[1].backup}
  groupOfFound:
    type: edgecloud:OriginGroup
    properties:
      name: fourth
      useNext: \${existing.useNext}
      proxyNextUpstream: \${existing.proxyNextUpstream}
      sources: \${existing.sources}
      authType: \${existing.authType}
  function:
    type: edgecloud:CloudFunction
    properties:
      ${scope.replace(", ", "\n      ")}
      namespace: images
      name: first
      code: package main
      mainMethod: Resize
      runtime: go1.16.6
      flavor: 80mCPU-128MB
      timeout: 30
      autoscaling: { minInstances: 1, maxInstances: 2 }
      envs: { LEVEL: info, GROUP: "\${group.originGroupId}", NEXT: "\${group.useNext}" }
      onDestroy: delete
  functionAgain:
    type: edgecloud:CloudFunction
    properties:
      projectId: \${function.projectId}
      regionId: \${function.regionId}
      namespace: \${function.namespace}
      name: second
      code: \${function.code}
      mainMethod: \${function.mainMethod}
      runtime: \${function.runtime}
      flavor: \${function.flavor}
      timeout: \${function.timeout}
      autoscaling: \${function.autoscaling}
      dependencies: \${function.dependencies}
      description: \${function.description}
      enableApiKey: \${function.enableApiKey}
      envs: \${function.envs}
      disabled: \${function.disabled}
      onDestroy: \${function.onDestroy}
      taskTimeoutSeconds: \${function.taskTimeoutSeconds}
  functionOfFound:
    type: edgecloud:CloudFunction
    properties:
      projectId: \${running.projectId}
      regionId: \${running.regionId}
      namespace: \${running.namespace}
      name: third
      code: package main
      mainMethod: \${running.mainMethod}
      runtime: \${running.runtime}
      flavor: \${running.flavor}
      timeout: \${running.timeout}
      autoscaling: \${running.autoscaling}
  snapshot:
    type: edgecloud:SnapshotAttributes
    properties: { ${scope}, snapshotId: ${snapshotId}, tags: { team: new, group: "\${group.originGroupId}" }, onDestroy: restore }
  snapshotAgain:
    type: edgecloud:SnapshotAttributes
    properties:
      projectId: \${snapshot.projectId}
      regionId: \${snapshot.regionId}
      snapshotId: ${otherId}
      tags: \${snapshot.tags}
      exclusiveTags: \${snapshot.exclusiveTags}
      onDestroy: \${snapshot.onDestroy}
      lockTimeoutSeconds: \${snapshot.lockTimeoutSeconds}
outputs:
  alike: \${alike.images}
  inText: x\${group.id}
  numberInText: x\${group.originGroupId}
`;

const seed = {
  originGroups: [
    {
      id: 123_456_788,
      name: "existing",
      proxy_next_upstream: ["timeout" as const],
      sources: [{ source: "b.example.com" }],
    },
  ],
  functions: [seededFunction({ name: "running", autoscaling: { min_instances: 0, max_instances: 3 } })],
  images: [
    {
      id: "image-1",
      name: "ubuntu",
      os_distro: "ubuntu",
      os_version: "24.04",
      project_id: projectId,
      region_id: regionId,
      architecture: "aarch64" as const,
    },
  ],
  snapshots: [...snapshots.snapshots, createSnapshotSeed({ id: otherId })],
};

yamlTest(
  "every output of a resource or data source can be the same argument of another one",
  yamlProject(program),
  { seed },
  async (stack) => {
    await stack.up();
    stack.emulator.clearRequests();
    // A preview cannot tell that an absent output will stay absent, so YAML calls it unknown.
    expect(await stack.up()).toMatch(/ 8 unchanged\n[^]*Updating[^]* 10 unchanged\n/);
    expect(stack.emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    const { originGroups, functions } = stack.emulator.state();
    const byName = Object.fromEntries(originGroups.map((group) => [group.name, group]));
    const [first, fourth] = [byName.first, byName.existing].map((group) => [
      group?.proxy_next_upstream,
      group?.sources,
    ]);
    expect([byName.second?.proxy_next_upstream, byName.second?.sources]).toEqual(first);
    expect([byName.third?.proxy_next_upstream, byName.third?.sources]).toEqual([["timeout", "http_503"], first?.[1]]);
    expect([byName.fourth?.proxy_next_upstream, byName.fourth?.sources]).toEqual(fourth);
    const limits = functions.map(({ name, autoscaling, envs }) => [name, autoscaling, envs]);
    expect(limits.toSorted()).toEqual([
      [
        "first",
        { min_instances: 1, max_instances: 2 },
        { LEVEL: "info", GROUP: String(byName.first?.id), NEXT: "false" },
      ],
      ["running", { min_instances: 0, max_instances: 3 }, {}],
      [
        "second",
        { min_instances: 1, max_instances: 2 },
        { LEVEL: "info", GROUP: String(byName.first?.id), NEXT: "false" },
      ],
      ["third", { min_instances: 0, max_instances: 3 }, {}],
    ]);
    expect(readSnapshot(stack.emulator, otherId).tags).toMatchObject({ team: "new", group: String(byName.first?.id) });
    expect(await stack.outputs()).toEqual({
      alike: [expect.objectContaining({ id: "image-1" })],
      inText: `x${byName.first?.id}`,
      // Of which docs/plugin.md warns: Pulumi's YAML writes large numbers so.
      numberInText: expect.stringMatching(/^x1\.234567\d+e\+08$/) as unknown,
    });
  },
);
