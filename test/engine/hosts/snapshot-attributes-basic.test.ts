import { SnapshotAttributes, type SnapshotAttributesArgs } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import { sentBodies } from "../setup/platform";
import { idOf, pathOf, projectId, readSnapshot, regionId, seedSnapshots } from "../setup/snapshots";
import { engineTest, failureText } from "../setup/test-stack";

const found = { name: "as found", tags: { fixed: "platform", theirs: "x", team: "old" } };

const { ids, snapshots } = seedSnapshots(["nightly", "matching", "ofConfig", "got"] as const);

const config = {
  "edgecloud:projectId": { value: String(projectId) },
  "edgecloud:regionId": { value: String(regionId) },
};

engineTest(
  "basic: up sends one PATCH with the delta, a second up changes nothing, destroy restores; what matches is not sent, " +
    "project and region default to the configuration, get reads a snapshot and changes nothing",
  { seed: { snapshots }, config },
  async (stack) => {
    const { emulator } = stack;
    stack.program = () => {
      const place = { projectId, regionId };
      const tags = { team: "new", keep: "30d", theirs: "x" };
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

    emulator.clearRequests();
    await stack.destroy();
    expect(stack.changes().sort()).toEqual([`PATCH ${pathOf(ids.nightly)} 200`, `PATCH ${pathOf(ids.ofConfig)} 200`]);
    expect(sentBodies(emulator, "PATCH", ids.nightly)).toEqual([
      { name: "as found", tags: { team: "old", keep: null } },
    ]);
    expect(readSnapshot(emulator, ids.nightly)).toEqual(found);
  },
);

const readOnly = seedSnapshots(["readOnly"] as const);
const { ids: missingIds, snapshots: elsewhere } = seedSnapshots(["missing"] as const, { project_id: 99 }, 2);

engineTest(
  "basic: preview reports all mistakes at once and a project or region that nothing names; a read-only tag and a " +
    "snapshot that does not exist are errors that change nothing",
  { seed: { snapshots: [...readOnly.snapshots, ...elsewhere] } },
  async (stack) => {
    const place = { projectId, regionId };
    const snapshotId = readOnly.ids.readOnly;
    const onDestroy = "keep" as "retain";
    const tags = { "cost center": "1", team: " x" };
    stack.program = () => void new SnapshotAttributes("nightly", { snapshotId, name: "-", tags, onDestroy });
    const mistakes = await failureText(stack.preview());
    for (const text of [
      "name must be 3 to 63",
      'tags["cost center"] must not have white space',
      "tags.team must not begin",
      "onDestroy must be",
    ]) {
      expect(mistakes).toContain(text);
    }
    for (const [key, variable] of [
      ["projectId", "EDGECLOUD_PROJECT_ID"],
      ["regionId", "EDGECLOUD_REGION_ID"],
    ]) {
      expect(mistakes).toContain(
        `${key} is required: give it here, or for the whole connection with \`pulumi config set edgecloud:${key} <value>\`, ` +
          `the environment variable ${variable} or the Provider's ${key}`,
      );
    }
    expect(stack.requests()).toEqual([]);

    const declare = (args: Partial<SnapshotAttributesArgs>) => () =>
      new SnapshotAttributes("readOnly", { ...place, snapshotId, ...args });
    const refused =
      'the tag "fixed" of this snapshot is read-only: the platform refuses every change. Remove it from `tags`';
    stack.program = declare({ name: "nightly", tags: { fixed: "mine" } });
    expect(await failureText(stack.up())).toContain(`tags cannot be set: ${refused}`);
    expect(stack.changes()).toEqual([]);
    expect(await stack.resources()).toEqual([]);

    // One that does not exist comes after the other one, because it ends the program.
    stack.program = () => {
      const dependsOn = declare({ tags: {} })();
      const missing = { ...place, snapshotId: missingIds.missing, name: "nightly" };
      new SnapshotAttributes("missing", missing, { dependsOn });
    };
    expect(await failureText(stack.up())).toContain(
      `snapshotId matches no snapshot: project ${projectId} has no snapshot ${missingIds.missing} in region ${regionId}. ` +
        "Correct the ID, the project or the region, or use the key of the account that has it",
    );
    expect((await stack.resources()).map(({ id }) => id)).toEqual([idOf(snapshotId)]);

    // Once the snapshot is known, the preview reports the tag.
    stack.program = declare({ tags: { fixed: "mine" } });
    expect(await failureText(stack.preview())).toContain(refused);
  },
);
