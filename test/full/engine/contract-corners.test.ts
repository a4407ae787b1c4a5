import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "../../engine/setup/expectations";
import { bodiesByName, declareFunction, findFunction } from "../../engine/setup/functions";
import { findGroup } from "../../engine/setup/platform";
import { changeSnapshots, projectId, regionId, seed, snapshotId, readSnapshot } from "../../engine/setup/snapshots";
import { engineTest } from "../../engine/setup/test-stack";

engineTest(
  "keeps `disabled` if responses omit it, the ID of a changed group known, and the tags and name of other owners",
  { seed: { ...seed, cloud: { omitsDisabled: true } } },
  async (stack) => {
    const { emulator } = stack;
    const before = readSnapshot(emulator);
    const declared = declareFunction({ disabled: true });
    let useNext = false;
    let attributes: object = { name: "declared", tags: { team: null, mine: "1", never: null } };
    stack.program = () => {
      declared.program();
      const sources = [{ source: "a.example.com" }];
      const group = new OriginGroup("assets", { name: "assets", sources, useNext });
      new OriginGroup("other", { name: pulumi.interpolate`beside-${group.originGroupId}`, sources });
      new SnapshotAttributes("nightly", { projectId, regionId, snapshotId, ...attributes });
      return { id: group.originGroupId };
    };
    await stack.up();
    expect(findFunction(emulator)?.disabled).toBe(true);
    expect((await stack.lastOutputs()).id?.value).toBe(findGroup(emulator, "assets").id);
    expect(readSnapshot(emulator)).toEqual({
      name: "declared",
      tags: { fixed: "platform", theirs: "x", mine: "1" },
    });
    await expectConverged(stack);

    // A tag is added again outside of Pulumi: that is drift, and the only one.
    changeSnapshots(emulator, ({ tags }) => ({
      tags: [...tags, { key: "team", value: "again", read_only: false }],
    }));
    await stack.refresh();
    const repair = await stack.up(undefined, { diff: true });
    expect(repair).toMatch(/- team: "again"/);
    expect(repair).toMatch(/~ 1 updated\n +4 unchanged/);
    expect(readSnapshot(emulator).tags).not.toHaveProperty("team");

    // What depends on the ID of the changed group shows no change.
    declared.args = {};
    useNext = true;
    attributes = { tags: { team: null, mine: "1" } };
    const preview = await stack.preview();
    expect(preview).toMatch(/~ 3 to update\n +2 unchanged/);
    expect(preview).not.toContain("output<string>");
    emulator.clearRequests();
    await stack.up();
    expect(bodiesByName(emulator, "PATCH").resize).toEqual([{ disabled: false }]);
    await expectConverged(stack);

    // The name is restored only while it is declared, the removed tag in any case.
    changeSnapshots(emulator, () => ({ name: "theirs" }));
    await stack.destroy();
    expect(readSnapshot(emulator)).toEqual({ name: "theirs", tags: before.tags });
    changeSnapshots(emulator, () => ({ name: before.name }));
  },
);
