import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { bodiesByName, changeFunctions, idOf, required } from "../../../engine/setup/functions";
import { byHost } from "../../../engine/setup/host";
import { findGroup, sentBodies } from "../../../engine/setup/platform";
import { projectId, regionId, seedSnapshots } from "../../../engine/setup/snapshots";
import { otherBucket, storedOtherBucket } from "../../../engine/setup/sources";
import { engineTest, type ExportedResource } from "../../../engine/setup/test-stack";

const { ids, snapshots } = seedSnapshots(["later", "earlier"] as const);

/** What a state has of each kind: what the program declares, with defaults, and what is computed. */
const kinds = {
  OriginGroup: [
    ["name", "proxyNextUpstream", "sources", "useNext"],
    ["adopted", "authType", "hasRelatedResources", "originGroupId"],
  ],
  CloudFunction: [
    [
      "code",
      "description",
      "envs",
      "flavor",
      "mainMethod",
      "name",
      "namespace",
      "projectId",
      "regionId",
      "runtime",
    ].concat(["taskTimeoutSeconds", "timeout"]),
    ["adopted", "buildMessage", "buildStatus", "createdAt", "deployStatus", "endpoint", "functionId", "status"],
  ],
  SnapshotAttributes: [
    ["exclusiveTags", "lockTimeoutSeconds", "name", "onDestroy", "projectId", "regionId", "snapshotId", "tags"],
    ["allTags", "createdAt", "creatorTaskId", "managesName", "region", "size", "status", "updatedAt", "volumeId"],
  ],
} as const;

/** What a version before did not have yet. */
const newer: readonly string[] = ["adopted", "hasRelatedResources", "managesName", ...kinds.CloudFunction[1]];

/** A resource of each kind whose state a later version has written, and one of an earlier version. */
const declare = (isChanged: boolean) => () => {
  for (const name of ["later", "earlier"] as const) {
    const changes = isChanged && name === "later";
    const sources = [{ source: "a.example.com" }, otherBucket("media")];
    new OriginGroup(`group-${name}`, { name, useNext: changes, sources });
    const description = changes ? "Changed." : "Resizes.";
    new CloudFunction(`function-${name}`, { ...required, name, description, envs: { A: "1" } });
    const snapshot = { projectId, regionId, snapshotId: ids[name], ...(name === "later" && { name: "nightly" }) };
    new SnapshotAttributes(`snapshot-${name}`, { ...snapshot, tags: { a: changes ? "2" : "1" } });
  }
  new CloudFunction("different", { ...required, name: "different", envs: { A: "1" } });
};

const kindOf = ({ urn }: ExportedResource) => /:(\w+)::[^:]+$/.exec(urn)![1] as keyof typeof kinds;

/** The outputs of a state as another version has written them. */
function rewrite({ urn, outputs }: ExportedResource): Record<string, unknown> {
  if (urn.endsWith("-earlier")) {
    return Object.fromEntries(Object.entries(outputs).filter(([name]) => !newer.includes(name)));
  }
  if (urn.endsWith("-later")) {
    const entries = Object.entries((outputs.sources ?? {}) as Record<string, object>);
    const future = entries.map(([key, source]) => [key, { ...source, future: 1 }] as const);
    const sources = byHost<unknown>({ dynamic: Object.fromEntries(future), plugin: future.map(([, one]) => one) });
    return { ...outputs, ...(outputs.sources !== undefined && { sources }), future: { deep: [true] } };
  }
  // As after an answer with other values than those that were sent.
  return { ...outputs, timeout: 60, envs: { A: "2" } };
}

engineTest(
  "upgrade: a state holds what is needed and nothing else, and works with more or fewer outputs; what only the outputs " +
    "show is named and repaired",
  { seed: { snapshots } },
  async (stack) => {
    const { emulator } = stack;
    stack.program = declare(false);
    await stack.up();
    for (const resource of (await stack.resources()).filter(({ urn }) => urn.endsWith("-later"))) {
      const kind = kindOf(resource);
      const literal = `exports.handler = () => require("pulumi-edgecloud/host").${kind}`;
      const ofHost = byHost<Record<string, string>>({ dynamic: { __provider: literal }, plugin: {} });
      const inputs = [...kinds[kind][0], ...Object.keys(ofHost)];
      expect(resource).toMatchObject({ inputs: ofHost, outputs: ofHost });
      expect([kind, Object.keys(resource.inputs).sort()]).toEqual([kind, inputs.toSorted()]);
      // The dynamic provider keeps credentials, and a restore point is kept with both hosts.
      const isSecretKept = kind === "SnapshotAttributes" || byHost({ dynamic: kind === "OriginGroup", plugin: false });
      const outputs = [...inputs, ...kinds[kind][1], "__claim", ...(isSecretKept ? ["__private"] : [])].sort();
      expect([kind, Object.keys(resource.outputs).sort()]).toEqual([kind, outputs]);
    }
    expect((await stack.findResource("function-later"))?.id).toBe(idOf("later"));

    await stack.editOutputs(rewrite);
    changeFunctions(emulator, ({ name }) => (name === "different" ? { timeout: 60, envs: { A: "2" } } : {}));
    const preview = await stack.preview();
    expect(preview).toMatch(/~ 1 to update\s+7 unchanged/);
    expect(preview).toContain(
      'function "different": is updated, although Pulumi shows no difference (envs.A: changes, timeout: changes)',
    );

    emulator.clearRequests();
    stack.program = declare(true);
    expect(await stack.up()).toMatch(/~ 4 updated\s+4 unchanged/);
    expect(bodiesByName(emulator, "PATCH")).toMatchObject({
      different: [{ timeout: 30, envs: { A: "1" } }],
      later: [{ description: "Changed." }],
    });
    expect(sentBodies(emulator, "PATCH", ids.later)).toEqual([{ tags: { a: "2" } }]);
    expect(findGroup(emulator, "later")).toMatchObject({ use_next: true, sources: [{}, storedOtherBucket("media")] });
    expect(stack.changes()).toHaveLength(4);
    await stack.refresh();
    expect(await stack.preview()).toMatch(/8 unchanged/);
    const resources = await stack.resources();
    expect(JSON.stringify(resources)).not.toContain("future");
    for (const resource of resources.filter(({ urn }) => urn.endsWith("-earlier"))) {
      expect(Object.keys(resource.outputs)).toEqual(expect.arrayContaining([...kinds[kindOf(resource)][1]]));
    }
  },
);
