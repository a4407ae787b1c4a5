import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { byHost } from "./setup/host";
import { captureOutput, readFiles, findWords } from "./setup/search";
import {
  declareAttributes,
  idOf,
  path,
  pathOf,
  projectId,
  regionId,
  seed,
  createSnapshotSeed,
  snapshotId,
  snapshotIdOf,
  readSnapshot,
} from "./setup/snapshots";
import { engineTest, type ExportedResource, type TestStack } from "./setup/test-stack";

engineTest("unknowns: every argument may come from another resource", { seed }, async (stack) => {
  stack.program = () => {
    const group = new OriginGroup("group", { name: "group", sources: [{ source: "a.example.com" }] });
    const later = <T>(value: T) => group.originGroupId.apply(() => value);
    new SnapshotAttributes("nightly", {
      projectId: later(projectId),
      regionId: later(regionId),
      snapshotId: later(snapshotId),
      name: pulumi.interpolate`group-${group.originGroupId}`,
      tags: { group: pulumi.interpolate`${group.originGroupId}`, a: "1" },
      exclusiveTags: later(false),
      onDestroy: later("restore" as const),
      lockTimeoutSeconds: later(5),
    });
  };
  expect(await stack.preview()).toMatch(/3 to create/);
  await stack.up();
  expect(readSnapshot(stack.emulator)).toMatchObject({ name: "group-1001", tags: { group: "1001", a: "1" } });
  await expectConverged(stack);
});

engineTest(
  "unknowns: all tags may be unknown, and a value becoming unknown changes only that leaf",
  { seed },
  async (stack) => {
    let value: (id: pulumi.Output<number>) => pulumi.Input<string> = () => "1";
    const declared = declareAttributes({});
    stack.program = () => {
      const group = new OriginGroup("group", { name: "group", sources: [{ source: "a.example.com" }] });
      declared.args = { tags: { a: value(group.originGroupId), b: "1" } };
      return declared.program();
    };
    await stack.up();
    value = () => {
      const added = new OriginGroup("added", { name: "added", sources: [{ source: "b.example.com" }] });
      return pulumi.interpolate`group-${added.originGroupId}`;
    };
    expect(await stack.preview()).toMatch(/~ tags: \{\s+~ a: "1" => \[unknown\]\s+\}/);
    await stack.up();
    expect(readSnapshot(stack.emulator).tags).toMatchObject({ a: "group-1002", b: "1" });

    stack.program = () => {
      const group = new OriginGroup("other", { name: "other", sources: [{ source: "a.example.com" }] });
      declared.args = { tags: group.originGroupId.apply((id) => ({ all: String(id) })) };
      return declared.program();
    };
    expect(await stack.preview()).toContain("[unknown]");
    await stack.up();
    expect(readSnapshot(stack.emulator).tags).toMatchObject({ all: "1003" });
    await expectConverged(stack);
  },
);

engineTest("secrets: no operation prints the key and no file contains it", { seed }, async (stack) => {
  const declared = declareAttributes({ tags: { open: "tests-open-value" } });
  stack.program = declared.program;
  await stack.preview();
  const said = [];
  for (const operation of ["preview", "up", "refresh"] as const) {
    said.push(await captureOutput((options) => stack.stack[operation](options)));
  }
  declared.args = { tags: { open: "tests-open-value", more: "1" } };
  for (const status of [401, 403, 500, 400]) {
    const body = { message: "refused: apikey demo-key", exception_class: "Error" };
    stack.emulator.addFault({ method: "PATCH", path, times: 9, answer: { status, body } });
    const { failed, text } = await captureOutput((options) => stack.stack.up(options));
    expect([status, failed]).toEqual([status, true]);
    said.push({ failed, text });
    stack.emulator.clearFaults();
  }
  await stack.up();
  const texts = { ...Object.fromEntries(said.map(({ text }, index) => [String(index), text])), ...readFiles(stack) };
  expect(findWords(["demo-key"], texts)).toEqual([]);
  expect(findWords(["tests-open-value"], texts).length).toBeGreaterThan(1);
});

engineTest(
  "upgrade: the state holds inputs, outputs and what its host needs, nothing else",
  { seed },
  async (stack) => {
    stack.program = declareAttributes({ name: "nightly", tags: { a: "1" } }).program;
    await stack.up();
    const [resource] = await stack.resources();
    const options = ["exclusiveTags", "lockTimeoutSeconds", "onDestroy"];
    const literal = 'exports.handler = () => require("pulumi-edgecloud/host").SnapshotAttributes';
    const ofHost = byHost<Record<string, string>>({ dynamic: { __provider: literal }, plugin: {} });
    const kept = byHost({ dynamic: ["__secretPaths"], plugin: [] });
    const inputs = [...Object.keys(ofHost), ...options, "name", "projectId", "regionId", "snapshotId", "tags"];
    const told = ["allTags", "createdAt", "creatorTaskId", "region", "size", "status", "updatedAt", "volumeId"];
    expect(resource?.inputs).toMatchObject(ofHost);
    expect(Object.keys(resource?.inputs ?? {}).sort()).toEqual(inputs.sort());
    expect(Object.keys(resource?.outputs ?? {}).sort()).toEqual(
      [...inputs, ...told, ...kept, "claim", "restorePoint", "managesName"].sort(),
    );
  },
);

engineTest("upgrade: states with more or fewer outputs still work", { seed }, async (stack) => {
  const declared = declareAttributes({ tags: { a: "1" } });
  stack.program = declared.program;
  await stack.up();
  await edit(stack, (outputs) => ({ ...outputs, future: { deep: [true] } }));
  expect(await stack.preview()).toMatch(/2 unchanged/);
  await edit(stack, ({ allTags: _, managesName: __, ...outputs }) => outputs);
  expect(await stack.preview()).toMatch(/2 unchanged/);
  declared.args = { tags: { b: "1" } };
  await stack.up();
  expect(readSnapshot(stack.emulator).tags).toEqual({ fixed: "platform", theirs: "x", team: "old", b: "1" });
  expect(JSON.stringify(await stack.resources())).not.toContain("future");
  await expectConverged(stack);
});

const count = 50;
const ids = Array.from({ length: count }, (_, index) => snapshotIdOf(index + 1));

engineTest(
  "parallel: sends each change once for 50 snapshots",
  { seed: { snapshots: ids.map((id) => createSnapshotSeed({ id })) } },
  async (stack) => {
    stack.program = () => {
      for (const [index, id] of ids.entries()) {
        const tags = { index: String(index) };
        new SnapshotAttributes(`snapshot-${index}`, { projectId, regionId, snapshotId: id, tags });
      }
    };
    await stack.up(count);
    const index = ids.map((id) => readSnapshot(stack.emulator, id).tags.index);
    expect(index).toEqual(ids.map((_, at) => String(at)));
    expect(stack.changes().sort()).toEqual(ids.map((id) => `PATCH ${pathOf(id)} 200`).sort());
    expect((await stack.resources()).map(({ id }) => id).sort()).toEqual(ids.map((id) => idOf(id)).sort());
    await expectConverged(stack);
  },
);

engineTest("parallel: several resources share the tags of one snapshot", { seed }, async (stack) => {
  stack.program = () => {
    for (const key of ["a", "b", "c", "d"]) {
      new SnapshotAttributes(key, { projectId, regionId, snapshotId, tags: { [key]: key } });
    }
  };
  await stack.up(4);
  expect(readSnapshot(stack.emulator).tags).toMatchObject({ a: "a", b: "b", c: "c", d: "d", theirs: "x", team: "old" });
  await expectConverged(stack);
});

engineTest("parallel: one resource has exclusive tags, another the name of the snapshot", { seed }, async (stack) => {
  stack.program = () => {
    new SnapshotAttributes("tags", { projectId, regionId, snapshotId, tags: { a: "1" }, exclusiveTags: true });
    new SnapshotAttributes("name", { projectId, regionId, snapshotId, name: "nightly" });
  };
  await stack.up();
  expect(readSnapshot(stack.emulator)).toEqual({ name: "nightly", tags: { fixed: "platform", a: "1" } });
  await expectConverged(stack);
});

/** Edits the outputs in the state, as another version of this package would have written them. */
async function edit({ stack }: TestStack, change: (outputs: Record<string, unknown>) => object): Promise<void> {
  const exported = await stack.exportStack();
  const deployment = exported.deployment as { resources: ExportedResource[] };
  const resources = deployment.resources.map((resource) =>
    resource.type.endsWith(":SnapshotAttributes") ? { ...resource, outputs: change(resource.outputs) } : resource,
  );
  await stack.importStack({ ...exported, deployment: { ...deployment, resources } });
}
