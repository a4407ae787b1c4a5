import { SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import { sentBodies } from "../setup/platform";
import { idOf, pathOf, projectId, readSnapshot, regionId, seedSnapshots } from "../setup/snapshots";
import { engineTest } from "../setup/test-stack";

const found = { name: "as found", tags: { fixed: "platform", theirs: "x", team: "old" } };

const { ids, snapshots } = seedSnapshots(["nightly", "matching", "ofConfig", "got"] as const);

const config = {
  "edgecloud:projectId": { value: String(projectId) },
  "edgecloud:regionId": { value: String(regionId) },
};

engineTest(
  "basic, update: up sends one PATCH with the delta, a second up changes nothing, destroy restores; what matches is not sent, " +
    "project and region default to the configuration, get reads a snapshot and changes nothing",
  { seed: { snapshots }, config },
  async (stack) => {
    const { emulator } = stack;
    const tags = { team: "new", keep: "30d", theirs: "x" };
    stack.program = () => {
      const place = { projectId, regionId };
      const nightly = new SnapshotAttributes("nightly", { ...place, snapshotId: ids.nightly, name: "nightly", tags });
      new SnapshotAttributes("matching", {
        ...place,
        snapshotId: ids.matching,
        name: "as found",
        tags: { team: "old" },
      });
      new SnapshotAttributes("ofConfig", { snapshotId: ids.ofConfig, tags: { a: "1" } });
      const got = SnapshotAttributes.get("got", idOf(ids.got));
      return {
        nightly: { id: nightly.id, name: nightly.name, allTags: nightly.allTags, status: nightly.status },
        got: { name: got.name, allTags: got.allTags, tags: got.tags, managesName: got.managesName },
      };
    };
    const preview = await stack.preview();
    expect(preview).toMatch(/\+ 4 to create/);
    expect(preview).toContain(
      `snapshot attributes "${ids.nightly}": changes name: "as found" → "nightly", tags.team: "old" → "new"`,
    );
    expect(preview.match(/snapshot attributes "[^"]*": /g)).toHaveLength(1);
    expect(stack.changes()).toEqual([]);

    const { nightly, got } = await stack.outputs();
    expect(stack.changes().sort()).toEqual([`PATCH ${pathOf(ids.nightly)} 200`, `PATCH ${pathOf(ids.ofConfig)} 200`]);
    expect(sentBodies(emulator, "PATCH", ids.nightly)).toEqual([
      { name: "nightly", tags: { team: "new", keep: "30d" } },
    ]);
    expect(readSnapshot(emulator, ids.nightly)).toEqual({
      name: "nightly",
      tags: { fixed: "platform", theirs: "x", team: "new", keep: "30d" },
    });
    expect(nightly?.value).toMatchObject({
      id: idOf(ids.nightly),
      name: "nightly",
      status: "available",
      allTags: expect.arrayContaining([{ key: "fixed", value: "platform", readOnly: true }]) as unknown,
    });
    expect(got?.value).toMatchObject({ name: "as found", managesName: false });
    expect((got?.value as { allTags: unknown }).allTags).toHaveLength(3);
    expect((await stack.resources()).map(({ id }) => id)).toContain(idOf(ids.ofConfig));
    await expectConverged(stack);

    tags.keep = "60d";
    await stack.up();
    expect(stack.changes()).toEqual([`PATCH ${pathOf(ids.nightly)} 200`]);
    expect(sentBodies(emulator, "PATCH", ids.nightly)).toEqual([{ tags: { keep: "60d" } }]);

    emulator.clearRequests();
    await stack.destroy();
    expect(stack.changes().sort()).toEqual([`PATCH ${pathOf(ids.nightly)} 200`, `PATCH ${pathOf(ids.ofConfig)} 200`]);
    expect(sentBodies(emulator, "PATCH", ids.nightly)).toEqual([
      { name: "as found", tags: { team: "old", keep: null } },
    ]);
    expect(readSnapshot(emulator, ids.nightly)).toEqual(found);
  },
);
