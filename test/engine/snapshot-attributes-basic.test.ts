import { SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { sentBodies } from "./setup/platform";
import {
  declareAttributes,
  idOf,
  path,
  projectId,
  regionId,
  seed,
  createSnapshotSeed,
  snapshotId,
  readSnapshot,
} from "./setup/snapshots";
import { engineTest, failureText } from "./setup/test-stack";

const patched = [`PATCH ${path} 200`];
const found = { name: "as found", tags: { fixed: "platform", theirs: "x", team: "old" } };

engineTest(
  "basic: up sends one PATCH with the delta, a second up changes nothing, destroy restores",
  { seed },
  async (stack) => {
    const declared = declareAttributes({ name: "nightly", tags: { team: "new", keep: "30d", theirs: "x" } });
    stack.program = declared.program;
    expect(await stack.preview()).toMatch(/2 to create/);
    expect(stack.changes()).toEqual([]);

    const outputs = await stack.outputs();
    expect(stack.changes()).toEqual(patched);
    expect(sentBodies(stack.emulator, "PATCH")).toEqual([{ name: "nightly", tags: { team: "new", keep: "30d" } }]);
    expect(readSnapshot(stack.emulator)).toEqual({
      name: "nightly",
      tags: { fixed: "platform", theirs: "x", team: "new", keep: "30d" },
    });
    expect(outputs).toMatchObject({
      id: { value: idOf() },
      name: { value: "nightly" },
      status: { value: "available" },
    });
    expect(outputs.allTags?.value).toContainEqual({ key: "fixed", value: "platform", readOnly: true });
    await expectConverged(stack);

    stack.emulator.clearRequests();
    await stack.destroy();
    expect(sentBodies(stack.emulator, "PATCH")).toEqual([{ name: "as found", tags: { team: "old", keep: null } }]);
    expect(readSnapshot(stack.emulator)).toEqual(found);
  },
);

engineTest("basic: attributes that match already are not sent on up and destroy", { seed }, async (stack) => {
  stack.program = declareAttributes({ name: "as found", tags: { team: "old" } }).program;
  await stack.up();
  await expectConverged(stack);
  stack.emulator.clearRequests();
  await stack.destroy();
  expect(stack.changes()).toEqual([]);
});

engineTest("basic: project and region default to the configuration", { seed }, async (stack) => {
  stack.program = () => new SnapshotAttributes("nightly", { snapshotId, tags: { a: "1" } });
  const failure = await failureText(stack.preview());
  for (const [key, variable] of [
    ["projectId", "EDGECLOUD_PROJECT_ID"],
    ["regionId", "EDGECLOUD_REGION_ID"],
  ]) {
    expect(failure).toContain(
      `${key} is required: give it here, or for the whole connection with \`pulumi config set edgecloud:${key} <value>\`, ` +
        `the environment variable ${variable} or the Provider's ${key}`,
    );
  }
  await stack.stack.setConfig("edgecloud:projectId", { value: String(projectId) });
  await stack.stack.setConfig("edgecloud:regionId", { value: String(regionId) });
  await stack.up();
  expect(stack.changes()).toEqual(patched);
  expect((await stack.resources()).map(({ id }) => id)).toEqual([idOf()]);
  await expectConverged(stack);
});

engineTest("basic: get reads a snapshot and changes nothing", { seed }, async (stack) => {
  stack.program = () => {
    const { name, allTags, tags, managesName } = SnapshotAttributes.get("nightly", idOf());
    return { name, allTags, tags, managesName };
  };
  const outputs = await stack.outputs();
  expect(outputs).toMatchObject({ name: { value: "as found" }, managesName: { value: false } });
  expect(outputs.allTags?.value).toHaveLength(3);
  await stack.destroy();
  expect(stack.changes()).toEqual([]);
});

engineTest("basic: preview reports all mistakes at once", { seed }, async (stack) => {
  stack.program = declareAttributes({
    name: "-",
    tags: { "cost center": "1", team: " x" },
    onDestroy: "keep" as "retain",
  }).program;
  const failure = await failureText(stack.preview());
  for (const text of [
    "name must be 3 to 63",
    'tags["cost center"] must not have white space',
    "tags.team must not begin",
    "onDestroy must be",
  ]) {
    expect(failure).toContain(text);
  }
  expect(stack.requests()).toEqual([]);
});

engineTest("basic: a read-only tag is an error that names it, and nothing is changed", { seed }, async (stack) => {
  const declared = declareAttributes({ name: "nightly", tags: { fixed: "mine" } });
  stack.program = declared.program;
  const text =
    'tags: the tag "fixed" of this snapshot is read-only: the platform refuses every change. Remove it from `tags`';
  expect(await failureText(stack.up())).toContain(`creating snapshot attributes "${snapshotId}": ${text}`);
  expect(stack.changes()).toEqual([]);
  expect(await stack.resources()).toEqual([]);

  // Once the snapshot is known, the preview reports it.
  declared.args = { tags: {} };
  await stack.up();
  declared.args = { tags: { fixed: "mine" } };
  expect(await failureText(stack.preview())).toContain(text);
});

engineTest(
  "basic: a snapshot that does not exist is an error",
  { seed: { snapshots: [createSnapshotSeed({ project_id: 99 })] } },
  async (stack) => {
    stack.program = declareAttributes({ name: "nightly" }).program;
    expect(await failureText(stack.up())).toContain(
      `snapshotId matches no snapshot: project ${projectId} has no snapshot ${snapshotId} in region ${regionId}`,
    );
    expect(await stack.resources()).toEqual([]);
  },
);
