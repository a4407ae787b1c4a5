import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { bodiesByName, declareFunction, findFunction } from "./setup/functions";
import { changeSnapshots, projectId, regionId, seed, snapshotId, readSnapshot } from "./setup/snapshots";
import { engineTest } from "./setup/test-stack";

engineTest(
  "keeps the last known `disabled` of a function if responses omit it",
  { seed: { cloud: { omitsDisabled: true } } },
  async (stack) => {
    const declared = declareFunction({ disabled: true });
    stack.program = declared.program;
    await stack.up();
    expect(findFunction(stack.emulator)?.disabled).toBe(true);
    await expectConverged(stack);
    await stack.refresh();
    await expectConverged(stack);
    stack.emulator.clearRequests();
    declared.args = {};
    await stack.up();
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ resize: [{ disabled: false }] });
    await expectConverged(stack);
  },
);

engineTest("the ID of a group stays known while a flag changes, so dependents show no change", {}, async (stack) => {
  let useNext = false;
  stack.program = () => {
    const sources = [{ source: "a.example.com" }];
    const group = new OriginGroup("assets", { name: "assets", sources, useNext });
    new OriginGroup("other", { name: pulumi.interpolate`beside-${group.originGroupId}`, sources });
    return { id: group.originGroupId };
  };
  await stack.up();
  const [first] = stack.emulator.state().originGroups;
  expect((await stack.outputs()).id?.value).toBe(first?.id);
  useNext = true;
  const preview = await stack.preview();
  expect(preview).toMatch(/~ 1 to update\n +2 unchanged/);
  expect(preview).not.toContain("output<string>");
  await stack.up();
  await expectConverged(stack);
});

engineTest(
  "a removed tag of another owner is restored on destroy, a name only while it is declared",
  { seed },
  async (stack) => {
    const before = readSnapshot(stack.emulator);
    const declare = (args: object) => () => {
      new SnapshotAttributes("nightly", { projectId, regionId, snapshotId, ...args });
    };
    stack.program = declare({ name: "declared", tags: { team: null, mine: "1", never: null } });
    await stack.up();
    expect(readSnapshot(stack.emulator)).toEqual({
      name: "declared",
      tags: { fixed: "platform", theirs: "x", mine: "1" },
    });
    await expectConverged(stack);

    // The tag is added again outside of Pulumi: that is drift.
    changeSnapshots(stack.emulator, ({ tags }) => ({
      tags: [...tags, { key: "team", value: "again", read_only: false }],
    }));
    await stack.refresh();
    expect(await stack.preview()).toMatch(/- team: "again"/);
    await stack.up();
    expect(readSnapshot(stack.emulator).tags).not.toHaveProperty("team");
    await expectConverged(stack);

    stack.program = declare({ tags: { team: null, mine: "1" } });
    await stack.up();
    changeSnapshots(stack.emulator, () => ({ name: "theirs" }));
    await stack.destroy();
    expect(readSnapshot(stack.emulator)).toEqual({ name: "theirs", tags: before.tags });
    changeSnapshots(stack.emulator, () => ({ name: before.name }));
  },
);
