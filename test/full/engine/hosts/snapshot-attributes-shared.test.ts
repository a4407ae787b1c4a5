import * as pulumi from "@pulumi/pulumi";
import { SnapshotAttributes, type SnapshotAttributesArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { changeSnapshots, projectId, readSnapshot, regionId, seedSnapshots } from "../../../engine/setup/snapshots";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

const { ids, snapshots } = seedSnapshots(["both", "renamed", "moved"] as const);

const declare = (
  resource: string,
  of: keyof typeof ids,
  args: Partial<SnapshotAttributesArgs>,
  opts?: pulumi.CustomResourceOptions,
) => new SnapshotAttributes(resource, { projectId, regionId, snapshotId: ids[of], ...args }, opts);

const before = { name: "mine", tags: { team: "new", keep: "1" } };
const after = { name: "mine", tags: { team: "new" } };

engineTest(
  "two resources of one snapshot are refused; one that is renamed or moved undoes nothing that the new one declares",
  { seed: { snapshots } },
  async (stack) => {
    const { emulator } = stack;
    stack.program = () => {
      declare("first", "both", { tags: { a: "1" } });
      declare("old", "renamed", before);
      declare("moved", "moved", before);
    };
    await stack.up();

    const platform = emulator.state().snapshots;
    stack.program = () => {
      const first = declare("first", "both", { tags: { a: "1" } });
      declare("second", "both", { name: "second", tags: { b: "1" } }, { dependsOn: first });
    };
    expect(await failureText(stack.preview())).toMatch(
      /resource 'second' has a problem: snapshotId is also declared by the resource \W+first\W+ of this program\. Put the name and all tags of the snapshot into one resource, and remove the other one/,
    );
    expect(emulator.state().snapshots).toEqual(platform);

    // What the message says, and a rename and a move without an alias.
    stack.program = () => {
      declare("second", "both", { name: "second", tags: { a: "1", b: "1" } });
      declare("new", "renamed", after);
      declare("moved", "moved", after, { parent: new pulumi.ComponentResource("test:index:Site", "site") });
    };
    expect(await stack.up()).toContain(
      `snapshot ${ids.renamed}: the name and the tags that another resource declares now stay as they are`,
    );
    const others = { fixed: "platform", theirs: "x" };
    expect(readSnapshot(emulator, ids.both)).toEqual({
      name: "second",
      tags: { ...others, team: "old", a: "1", b: "1" },
    });
    // The tag that nobody declares any more is restored.
    const kept = { name: "mine", tags: { ...others, team: "new" } };
    expect([ids.renamed, ids.moved].map((id) => readSnapshot(emulator, id))).toEqual([kept, kept]);
    await expectConverged(stack);

    // "Before" is the time of the rename.
    await stack.destroy();
    expect([ids.renamed, ids.moved].map((id) => readSnapshot(emulator, id))).toEqual([kept, kept]);
    changeSnapshots(emulator, ({ id }) => snapshots.find((seeded) => seeded.id === id));
  },
);
