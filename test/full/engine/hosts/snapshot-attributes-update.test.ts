import { type SnapshotAttributesArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { byHost } from "../../../engine/setup/host";
import { sentBodies } from "../../../engine/setup/platform";
import {
  changeSnapshot,
  createSnapshotSeed,
  declareByName,
  idOf,
  pathOf,
  readSnapshot,
  seedSnapshots,
  snapshotIdOf,
} from "../../../engine/setup/snapshots";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

/** One `up` after the other: the declared arguments, and the body that is sent, if any. */
interface Step {
  step: string;
  args: Partial<SnapshotAttributesArgs>;
  sent?: object;
}

/** In a project of its own, so that a list of the other snapshots is no request for this one. */
const kept = { projectId: 14, name: "kept", tags: { a: "1" } };

type Story = "delta" | "lessAndLess" | "exclusive" | "retained" | "withNull";

/** By resource, each with a snapshot of its own. The nth steps of all of them share an `up`. */
const stories: Record<Story, Step[]> = {
  delta: [
    { step: "nothing declared", args: {} },
    { step: "a tag, the name", args: { name: "first", tags: { a: "1" } }, sent: { name: "first", tags: { a: "1" } } },
    { step: "another name", args: { name: "second", tags: { a: "1" } }, sent: { name: "second" } },
    {
      step: "a value, a tag more",
      args: { name: "second", tags: { a: "2", b: "1" } },
      sent: { tags: { a: "2", b: "1" } },
    },
  ],
  lessAndLess: [
    {
      step: "the name, two tags",
      args: { name: "second", tags: { a: "2", b: "1" } },
      sent: { name: "second", tags: { a: "2", b: "1" } },
    },
    {
      step: "one less, a tag of others more, the name no longer declared",
      args: { tags: { b: "1", team: "new" } },
      sent: { tags: { a: null, team: "new" } },
    },
    { step: "options", args: { tags: { b: "1", team: "new" }, lockTimeoutSeconds: 5 } },
    { step: "no tags", args: {}, sent: { tags: { b: null, team: null } } },
    { step: "a tag again", args: { tags: { team: "newer" } }, sent: { tags: { team: "newer" } } },
  ],
  exclusive: [
    { step: "not exclusive", args: { tags: { a: "1" } }, sent: { tags: { a: "1" } } },
    {
      step: "exclusive",
      args: { tags: { a: "1" }, exclusiveTags: true },
      sent: { tags: { theirs: null, team: null } },
    },
    { step: "no longer", args: { tags: { a: "1" } } },
  ],
  retained: [
    { step: "restore", args: kept, sent: { name: "kept", tags: { a: "1" } } },
    { step: "retain", args: { ...kept, onDestroy: "retain" } },
  ],
  withNull: [
    { step: "a tag", args: { tags: { a: "1" } }, sent: { tags: { a: "1" } } },
    { step: "null", args: { tags: { a: "1", theirs: null } }, sent: { tags: { theirs: null } } },
    { step: "null still", args: { tags: { a: "1", theirs: null } } },
    { step: "no null", args: { tags: { a: "1" } } },
  ],
};

const storyNames = Object.keys(stories) as Story[];

/** The step of a story in the nth `up`; after its last one, a story declares the same again. */
function stepOf(story: Story, at: number): Step {
  const steps = stories[story];
  return steps[at] ?? { step: "the same again", args: steps.at(-1)!.args };
}

const inProject = seedSnapshots(["delta", "lessAndLess", "exclusive", "withNull", "replaced"] as const);
const retained = seedSnapshots(["retained"] as const, { project_id: kept.projectId }, 101);
const replacement = createSnapshotSeed({ id: snapshotIdOf(102), name: "other", tags: [] });
const moved = seedSnapshots(["moved"] as const, {}, 103);
const destination = createSnapshotSeed({ id: snapshotIdOf(104), project_id: 13, region_id: 8 });
const unfitting = seedSnapshots(["unfitting"] as const, { name: "auto 2024-05-05 10:00" }, 105);

const ids = { ...inProject.ids, ...retained.ids, ...moved.ids, ...unfitting.ids };
const parts = [inProject, retained, moved, unfitting].flatMap(({ snapshots }) => snapshots);

engineTest(
  "update: only the delta is sent, exclusive tags remove those of others, retain keeps name and tags, null removes a " +
    "tag; replace: another snapshot, project or region; destroy: a former name that is refused can be given up",
  { seed: { snapshots: [...parts, replacement, destination] } },
  async (stack) => {
    const { emulator } = stack;
    const seeded = emulator.state().snapshots;
    const declared = declareByName(ids, {});
    stack.program = declared.program;
    const declareStep = (at: number) => {
      const tags = { team: "new" };
      declared.args = {
        ...Object.fromEntries(storyNames.map((story) => [story, stepOf(story, at).args])),
        replaced: { tags, ...(at > 0 && { snapshotId: replacement.id }) },
        moved: { tags, ...(at > 0 && { snapshotId: destination.id, projectId: 13, regionId: 8 }) },
        unfitting: { name: "nightly" },
      };
    };
    /** Expects what the stories send in the nth `up`, and how many resources it updates. */
    const expectStep = async (at: number, updated: number) => {
      emulator.clearRequests();
      const text = await stack.up();
      expect(/~ (\d+) updated/.exec(text)?.[1]).toBe(updated > 0 ? String(updated) : undefined);
      for (const story of storyNames) {
        const { step, sent } = stepOf(story, at);
        expect([step, ...sentBodies(emulator, "PATCH", ids[story])]).toEqual(sent ? [step, sent] : [step]);
      }
    };
    const withoutTheirs = { fixed: "platform", team: "old", a: "1" };
    const ofNull = `snapshot attributes "${ids.withNull}": is updated, although Pulumi shows no difference`;

    declareStep(0);
    await expectStep(0, 0);

    declareStep(1);
    const second = await stack.preview();
    expect(second).toMatch(/~ 5 to update\s+\+-2 to replace\s+7 changes\. 2 unchanged/);
    expect(second).toMatch(new RegExp(`~ snapshotId: "${ids.replaced}" => "${replacement.id}"`));
    expect(second).toContain(`snapshot attributes "${ids.exclusive}": removes tags.theirs, tags.team`);
    expect(second).toMatch(/~ projectId : 12 => 13\s+~ regionId  : 7 => 8/);
    expect(second).toContain(
      byHost({ dynamic: `${ofNull} (tags.theirs: is set to null)`, plugin: "+ theirs: <null>" }),
    );
    await expectStep(1, 5);
    expect(
      stack.changes().filter((change) => change.includes(ids.replaced) || change.includes(replacement.id)),
    ).toEqual([`PATCH ${pathOf(ids.replaced)} 200`, `PATCH ${pathOf(replacement.id)} 200`]);
    expect(readSnapshot(emulator, ids.replaced).tags.team).toBe("old");
    expect(readSnapshot(emulator, replacement.id).tags).toEqual({ team: "new" });
    const idOfResource = new Map((await stack.resources()).map(({ urn, id }) => [urn.split("::").at(-1), id]));
    expect(idOfResource.get("replaced")).toBe(idOf(replacement.id));
    expect(idOfResource.get("moved")).toBe(`13/8/${destination.id}`);
    expect(readSnapshot(emulator, ids.withNull).tags).toEqual(withoutTheirs);

    declareStep(2);
    await expectStep(2, 3);

    declareStep(3);
    const fourth = await stack.preview();
    expect(fourth).toMatch(/~ 3 to update\s+6 unchanged/);
    expect(fourth).toContain(byHost({ dynamic: `${ofNull} (tags.theirs: is removed)`, plugin: "- theirs: <null>" }));
    await expectStep(3, 3);
    expect(readSnapshot(emulator, ids.withNull).tags).toEqual(withoutTheirs);

    declareStep(4);
    await expectStep(4, 1);
    await expectConverged(stack);
    expect(readSnapshot(emulator, ids.lessAndLess)).toEqual({
      name: "second",
      tags: { fixed: "platform", theirs: "x", team: "newer" },
    });
    expect(readSnapshot(emulator, ids.exclusive).tags).toEqual({ fixed: "platform", a: "1" });

    // One cannot be restored. For the one that is retained, nothing is sent.
    emulator.clearRequests();
    const failure = await failureText(stack.destroy({ continueOnError: true }));
    expect(failure).toContain(`deleting snapshot attributes "${ids.unfitting}": name: The name has to have 3 to 63`);
    expect(failure).toContain('declare the resource as before with onDestroy: "retain" and run `pulumi up`, then try');
    expect((await stack.resources()).map(({ id }) => id)).toEqual([idOf(ids.unfitting)]);
    expect(stack.requests().filter(({ path }) => path.includes(`/${kept.projectId}/`))).toEqual([]);
    expect(readSnapshot(emulator, ids.retained)).toMatchObject({ name: "kept", tags: { a: "1" } });

    declared.args = { unfitting: { name: "nightly", onDestroy: "retain" } };
    await stack.up();
    await stack.destroy();
    expect(readSnapshot(emulator, ids.unfitting).name).toBe("nightly");
    // The others have their names and tags back, "team" of a later update included.
    const find = (id: string) => seeded.find((snapshot) => snapshot.id === id) ?? {};
    [ids.retained, ids.unfitting].forEach((id) => changeSnapshot(emulator, id, () => find(id)));
  },
);
