import { SnapshotAttributes, type SnapshotAttributesArgs } from "pulumi-edgecloud";
import { idOf, projectId, regionId, seedSnapshots } from "../../../engine/setup/snapshots";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

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
