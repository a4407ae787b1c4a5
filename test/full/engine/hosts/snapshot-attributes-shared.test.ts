import type { CustomResourceOptions } from "@pulumi/pulumi";
import { SnapshotAttributes, type SnapshotAttributesArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import {
  changeSnapshot,
  createSnapshotSeed,
  projectId,
  readSnapshot,
  regionId,
  seedSnapshots,
} from "../../../engine/setup/snapshots";
import { engineTest } from "../../../engine/setup/test-stack";

const shared = seedSnapshots(["firstA", "firstB", "atOnce", "taken", "turned"] as const);

engineTest(
  "update: a name and a tag that move to another resource stay there in either order, and a tag of a removed resource " +
    "does not come back below exclusive tags; destroy restores what was there first",
  { seed: { snapshots: shared.snapshots } },
  async (stack) => {
    const { emulator } = stack;
    const { ids } = shared;
    const moving = ["firstA", "firstB", "atOnce"] as const;
    type Of = keyof typeof ids;
    const declare = (of: Of, name: string, args: Partial<SnapshotAttributesArgs>, opts?: CustomResourceOptions) =>
      new SnapshotAttributes(`${of}-${name}`, { projectId, regionId, snapshotId: ids[of], ...args }, opts);
    const declareMoving = (a: Partial<SnapshotAttributesArgs>, b: Partial<SnapshotAttributesArgs>) => {
      declare("firstB", "a", a, { dependsOn: declare("firstB", "b", b) });
      declare("firstA", "b", b, { dependsOn: declare("firstA", "a", a) });
      declare("atOnce", "b", b);
      declare("atOnce", "a", a);
    };
    stack.program = () => {
      declareMoving({ name: "nameA", tags: { team: "a", keep: "a" } }, { tags: { env: "b" } });
      declare("taken", "b", { tags: { team: "b" } });
      declare("turned", "a", { name: "nameA" });
      declare("turned", "b", { tags: { team: "b", theirs: "b" } });
    };
    await stack.up();
    stack.program = () => {
      declareMoving({ tags: { keep: "a" } }, { name: "nameB", tags: { env: "b", team: "b" } });
      declare("taken", "a", { tags: { a: "1" }, exclusiveTags: true });
      declare("turned", "a", { name: "nameA", tags: { a: "1" }, exclusiveTags: true });
    };
    await stack.up();
    const readTags = (of: Of) => readSnapshot(emulator, ids[of]).tags;
    for (const of of moving) {
      expect([of, readSnapshot(emulator, ids[of])]).toEqual([
        of,
        { name: "nameB", tags: { fixed: "platform", theirs: "x", team: "b", keep: "a", env: "b" } },
      ]);
    }
    expect([readTags("taken"), readTags("turned")]).toEqual([
      { fixed: "platform", a: "1" },
      { fixed: "platform", a: "1" },
    ]);
    await expectConverged(stack);
    await stack.destroy();
    const found = { name: "as found", tags: { fixed: "platform", theirs: "x", team: "old" } };
    expect(moving.map((of) => readSnapshot(emulator, ids[of]))).toEqual(moving.map(() => found));
    // What the removed resource had set is what those with exclusive tags found.
    [ids.taken, ids.turned].forEach((id) => changeSnapshot(emulator, id, () => createSnapshotSeed({ id })));
  },
);
