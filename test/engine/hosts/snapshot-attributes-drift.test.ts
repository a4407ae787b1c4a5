import type { SnapshotAttributesArgs } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import { sentBodies } from "../setup/platform";
import { diffOf } from "../setup/previews";
import { changeSnapshot, declareByName, readSnapshot, seedSnapshots, type StoredSnapshot } from "../setup/snapshots";
import { engineTest, failureText } from "../setup/test-stack";

type Tags = StoredSnapshot["tags"];
const tag = (key: string, value: string) => ({ key, value, read_only: false });
const without = (tags: Tags, ...keys: string[]) => tags.filter(({ key }) => !keys.includes(key));

const args: Partial<SnapshotAttributesArgs> = { name: "nightly", tags: { team: "new", keep: "30d" } };

/** A change behind Pulumi's back, what the preview after a refresh shows of it, and what repairs it. */
interface Drift {
  change: (snapshot: StoredSnapshot) => Partial<StoredSnapshot>;
  diff: string;
  sent: object;
}

/** Each has a snapshot and a resource of its own. */
const drifts = {
  name: {
    change: () => ({ name: "by hand" }),
    diff: '~ name: "by hand" => "nightly"',
    sent: { name: "nightly" },
  },
  value: {
    change: ({ tags }) => ({ tags: [...without(tags, "team"), tag("team", "by hand")] }),
    diff: '~ tags: { ~ team: "by hand" => "new" }',
    sent: { tags: { team: "new" } },
  },
  tagGone: {
    change: ({ tags }) => ({ tags: without(tags, "keep") }),
    diff: '~ tags: { + keep: "30d" }',
    sent: { tags: { keep: "30d" } },
  },
  allTagsGone: {
    change: ({ tags }) => ({ tags: without(tags, "keep", "team") }),
    diff: '~ tags: { + keep: "30d" + team: "new" }',
    sent: { tags: { team: "new", keep: "30d" } },
  },
} satisfies Record<string, Drift>;

const drifting = Object.entries(drifts) as [keyof typeof drifts, Drift][];

const { ids: driftIds, snapshots: driftSeed } = seedSnapshots([
  ...drifting.map(([name]) => name),
  "shared" as const,
  "readOnly" as const,
]);

engineTest(
  "drift: the name and managed tags show up alone in the diff and are repaired, tags of other owners are left unless " +
    "tags are exclusive, and a tag that became read-only fails no refresh",
  { seed: { snapshots: driftSeed } },
  async (stack) => {
    const ids = driftIds;
    const { emulator } = stack;
    const seeded = emulator.state().snapshots;
    const read = (name: keyof typeof ids) => readSnapshot(emulator, ids[name]);
    const readDrifting = () => drifting.map(([name]) => read(name));
    const declared = declareByName(ids, {
      ...Object.fromEntries(drifting.map(([name]) => [name, args])),
      shared: { tags: { keep: "30d" } },
      readOnly: { tags: { team: "new" } },
    });
    stack.program = declared.program;
    await stack.up();
    const wanted = readDrifting();

    drifting.forEach(([name, { change }]) => changeSnapshot(emulator, ids[name], change));
    const foreign = tag("foreign", "1");
    changeSnapshot(emulator, ids.shared, ({ tags }) => ({ name: "as found.", tags: [...tags, foreign] }));
    await stack.refresh();
    const preview = await stack.preview();
    expect(drifting.map(([name]) => [name, diffOf(preview, name)])).toEqual(
      drifting.map(([name, { diff }]) => [name, diff]),
    );
    expect(preview).toMatch(/~ 4 to update\s+3 unchanged/);
    const shared = await stack.findResource("shared");
    expect(shared?.outputs.allTags).toContainEqual({ key: "foreign", value: "1", readOnly: false });

    declared.args.shared = { tags: { keep: "30d" }, exclusiveTags: true };
    emulator.clearRequests();
    await stack.up();
    for (const [name, { sent }] of drifting) {
      expect([name, ...sentBodies(emulator, "PATCH", ids[name])]).toEqual([name, sent]);
    }
    expect(readDrifting()).toEqual(wanted);
    expect(read("shared").tags).toEqual({ fixed: "platform", keep: "30d" });

    changeSnapshot(emulator, ids.shared, ({ tags }) => ({ tags: [...tags, tag("again", "1")] }));
    const lock = (found: Tags[number]) => ({ ...found, read_only: found.read_only || found.key === "team" });
    changeSnapshot(emulator, ids.readOnly, ({ tags }) => ({ tags: tags.map(lock) }));
    await stack.refresh();
    const refused = 'tags must not have the read-only "team"';
    expect(await failureText(stack.preview())).toContain(refused);
    declared.args.readOnly = { tags: {} };
    expect(diffOf(await stack.preview(), "shared")).toBe('~ tags: { - again: "1" }');
    await stack.up();
    expect(read("shared").tags).toEqual({ fixed: "platform", keep: "30d" });
    await expectConverged(stack);

    const find = (id: string) => seeded.find((snapshot) => snapshot.id === id);
    changeSnapshot(emulator, ids.readOnly, () => ({ tags: find(ids.readOnly)?.tags ?? [] }));
    await stack.destroy();
    expect(read("shared")).toEqual({
      name: "as found.",
      tags: { fixed: "platform", theirs: "x", team: "old", foreign: "1", again: "1" },
    });
    changeSnapshot(emulator, ids.shared, () => find(ids.shared) ?? {});
  },
);
