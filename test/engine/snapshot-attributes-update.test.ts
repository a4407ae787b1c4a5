import type { SnapshotAttributesArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { byHost } from "./setup/host";
import { sentBodies } from "./setup/platform";
import {
  declareAttributes,
  idOf,
  otherId,
  path,
  pathOf,
  seed,
  createSnapshotSeed,
  snapshotId,
  readSnapshot,
} from "./setup/snapshots";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

/** One `up` after the other: the declared arguments, and the body that is sent, if any. */
interface Step {
  step: string;
  args: Partial<SnapshotAttributesArgs>;
  sent?: object;
}

async function expectSteps(stack: TestStack, steps: Step[]): Promise<void> {
  const declared = declareAttributes({});
  stack.program = declared.program;
  for (const { step, args, sent } of steps) {
    declared.args = args;
    stack.emulator.clearRequests();
    await stack.up();
    expect([step, ...sentBodies(stack.emulator, "PATCH")]).toEqual(sent ? [step, sent] : [step]);
  }
  await expectConverged(stack);
}

engineTest("update: only the delta is sent, and nothing without a change", { seed }, async (stack) => {
  await expectSteps(stack, [
    { step: "nothing declared", args: {} },
    { step: "a tag, the name", args: { name: "first", tags: { a: "1" } }, sent: { name: "first", tags: { a: "1" } } },
    { step: "another name", args: { name: "second", tags: { a: "1" } }, sent: { name: "second" } },
    {
      step: "a value, a tag more",
      args: { name: "second", tags: { a: "2", b: "1" } },
      sent: { tags: { a: "2", b: "1" } },
    },
    {
      step: "one less, a tag of others more, the name no longer declared",
      args: { tags: { b: "1", team: "new" } },
      sent: { tags: { a: null, team: "new" } },
    },
    { step: "options", args: { tags: { b: "1", team: "new" }, lockTimeoutSeconds: 5 } },
    { step: "no tags", args: {}, sent: { tags: { b: null, team: null } } },
    { step: "a tag again", args: { tags: { team: "newer" } }, sent: { tags: { team: "newer" } } },
  ]);
  expect(readSnapshot(stack.emulator)).toEqual({
    name: "second",
    tags: { fixed: "platform", theirs: "x", team: "newer" },
  });
  // The harness now destroys, and finds the name and all tags as they were, "team" of a later update included.
});

engineTest("update: exclusive tags remove those of other owners, destroy restores them", { seed }, async (stack) => {
  await expectSteps(stack, [
    { step: "not exclusive", args: { tags: { a: "1" } }, sent: { tags: { a: "1" } } },
    {
      step: "exclusive",
      args: { tags: { a: "1" }, exclusiveTags: true },
      sent: { tags: { theirs: null, team: null } },
    },
    { step: "no longer", args: { tags: { a: "1" } } },
  ]);
  expect(readSnapshot(stack.emulator).tags).toEqual({ fixed: "platform", a: "1" });
});

engineTest("update: retain keeps name and tags", { seed }, async (stack) => {
  await expectSteps(stack, [
    { step: "restore", args: { name: "kept", tags: { a: "1" } }, sent: { name: "kept", tags: { a: "1" } } },
    { step: "retain", args: { name: "kept", tags: { a: "1" }, onDestroy: "retain" } },
  ]);
  stack.emulator.clearRequests();
  await stack.destroy();
  expect(stack.requests()).toEqual([]);
  expect(readSnapshot(stack.emulator)).toMatchObject({ name: "kept", tags: { a: "1" } });
  stack.emulator.replaceState(seed);
});

const unfitting = { snapshots: [createSnapshotSeed({ name: "auto 2024-05-05 10:00" })] };

engineTest("destroy: a former name that the platform refuses can be given up", { seed: unfitting }, async (stack) => {
  const declared = declareAttributes({ name: "nightly" });
  stack.program = declared.program;
  await stack.up();
  const failure = await failureText(stack.destroy());
  expect(failure).toContain(`deleting snapshot attributes "${snapshotId}": name: The name has to have 3 to 63`);
  expect(failure).toContain('declare the resource as before with onDestroy: "retain" and run `pulumi up`, then try');
  declared.args = { name: "nightly", onDestroy: "retain" };
  await stack.up();
  await stack.destroy();
  expect(readSnapshot(stack.emulator).name).toBe("nightly");
  stack.emulator.replaceState(unfitting);
});

engineTest(
  "replace: another snapshot gets the attributes, the old one gets its own back",
  { seed: { snapshots: [createSnapshotSeed(), createSnapshotSeed({ id: otherId, name: "other", tags: [] })] } },
  async (stack) => {
    const declared = declareAttributes({ tags: { team: "new" } });
    stack.program = declared.program;
    await stack.up();
    declared.args = { tags: { team: "new" }, snapshotId: otherId };
    const preview = await stack.preview();
    expect(preview).toMatch(new RegExp(`~ snapshotId: "${snapshotId}" => "${otherId}"`));
    expect(preview).toMatch(/1 to replace/);
    stack.emulator.clearRequests();
    await stack.up();
    expect(stack.changes()).toEqual([`PATCH ${path} 200`, `PATCH ${pathOf(otherId)} 200`]);
    expect(readSnapshot(stack.emulator).tags.team).toBe("old");
    expect(readSnapshot(stack.emulator, otherId).tags).toEqual({ team: "new" });
    expect((await stack.resources()).map(({ id }) => id)).toEqual([idOf(otherId)]);
  },
);

engineTest(
  "replace: another project or region replaces the resource",
  { seed: { snapshots: [createSnapshotSeed(), createSnapshotSeed({ id: otherId, project_id: 13, region_id: 8 })] } },
  async (stack) => {
    const declared = declareAttributes({ tags: { team: "new" } });
    stack.program = declared.program;
    await stack.up();
    declared.args = { projectId: 13, regionId: 8, snapshotId: otherId, tags: { team: "new" } };
    expect(await stack.preview()).toMatch(/~ projectId : 12 => 13\s+~ regionId  : 7 => 8/);
    await stack.up();
    expect((await stack.resources()).map(({ id }) => id)).toEqual([`13/8/${otherId}`]);
  },
);

engineTest("update: null removes another owner's tag, as the preview says", { seed }, async (stack) => {
  const declared = declareAttributes({ tags: { a: "1" } });
  stack.program = declared.program;
  await stack.up();
  const ofSnapshot = `snapshot attributes "${snapshotId}": is updated, although Pulumi shows no difference`;
  for (const [tags, shown, said] of [
    [{ a: "1", theirs: null }, "+ theirs: <null>", "tags.theirs: is set to null"],
    [{ a: "1" }, "- theirs: <null>", "tags.theirs: is removed"],
  ] as const) {
    declared.args = { tags };
    const preview = await stack.preview();
    expect(preview).toMatch(/~ 1 to update/);
    expect(preview).toContain(byHost({ dynamic: `${ofSnapshot} (${said})`, plugin: shown }));
    stack.emulator.clearRequests();
    await stack.up();
    expect(sentBodies(stack.emulator, "PATCH")).toEqual("theirs" in tags ? [{ tags: { theirs: null } }] : []);
    expect(readSnapshot(stack.emulator).tags).toEqual({ fixed: "platform", team: "old", a: "1" });
    await expectConverged(stack);
  }
});
