import type { SnapshotAttributesArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { byHost } from "../../../engine/setup/host";
import { sentBodies } from "../../../engine/setup/platform";
import { changedLines, diffOf } from "../../../engine/setup/previews";
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
import { engineTest } from "../../../engine/setup/test-stack";

type Args = Partial<SnapshotAttributesArgs>;

/** What is declared before and after, what the preview shows of it, and the body that is sent, if any. */
interface Row {
  before: Args;
  after: Args;
  diff: string;
  sent?: object;
}

const a = { a: "1" };
const another = createSnapshotSeed({ id: snapshotIdOf(101), name: "other", tags: [] });

const rows = {
  first: {
    before: {},
    after: { name: "first", tags: a },
    diff: '+ name: "first" + tags: { + a: "1" }',
    sent: { name: "first", tags: a },
  },
  values: {
    before: { name: "first", tags: a },
    after: { name: "second", tags: { a: "2", b: "1" } },
    diff: '~ name: "first" => "second" ~ tags: { ~ a: "1" => "2" + b: "1" }',
    sent: { name: "second", tags: { a: "2", b: "1" } },
  },
  less: {
    before: { name: "second", tags: { a: "2", b: "1" } },
    after: { tags: { b: "1", team: "new" } },
    diff: '- name: "second" ~ tags: { - a : "2" + team: "new" }',
    sent: { tags: { a: null, team: "new" } },
  },
  nothing: {
    before: { tags: { b: "1", team: "new" } },
    after: {},
    diff: '- tags: { - b : "1" - team: "new" }',
    sent: { tags: { b: null, team: null } },
  },
  exclusive: {
    before: { tags: a },
    after: { tags: a, exclusiveTags: true },
    diff: "~ exclusiveTags: false => true",
    sent: { tags: { theirs: null, team: null } },
  },
  retained: {
    before: { name: "kept", tags: a },
    after: { name: "kept", tags: a, onDestroy: "retain" },
    diff: '~ onDestroy: "restore" => "retain"',
  },
  null: {
    before: { tags: a },
    after: { tags: { ...a, theirs: null } },
    diff: byHost({ dynamic: "", plugin: "~ tags: { + theirs: <null> }" }),
    sent: { tags: { theirs: null } },
  },
  replaced: {
    before: { tags: a },
    after: { tags: a, snapshotId: another.id },
    diff: `~ snapshotId: "${snapshotIdOf(8)}" => "${another.id}"`,
    sent: { tags: { a: null } },
  },
} satisfies Record<string, Row>;

const all = Object.entries(rows) as [keyof typeof rows, Row][];
const names = all.map(([name]) => name);
const { ids, snapshots } = seedSnapshots(names);

// All else that a change sends and restores: `test/unit/snapshot-attributes/apply.test.ts`.
engineTest(
  "update: only the delta shows and is sent; replace: another snapshot; destroy restores what is not " + "retained",
  { seed: { snapshots: [...snapshots, another] } },
  async (stack) => {
    const { emulator } = stack;
    const seeded = emulator.state().snapshots;
    const declare = (version: "before" | "after") =>
      Object.fromEntries(all.map(([name, row]) => [name, row[version]])) as Record<keyof typeof rows, Args>;
    const declared = declareByName(ids, declare("before"));
    stack.program = declared.program;
    await stack.up();

    declared.args = declare("after");
    const preview = await stack.preview();
    expect(preview).toMatch(/~ 7 to update\n +\+-1 to replace\n +8 changes\. 1 unchanged/);
    const shown = (name: string) => (changedLines(preview, name).length > 0 ? diffOf(preview, name) : "");
    expect(Object.fromEntries(names.map((name) => [name, shown(name)]))).toEqual(
      Object.fromEntries(all.map(([name, { diff }]) => [name, diff])),
    );
    expect(preview).toContain(`snapshot attributes "${ids.exclusive}": changes tags.theirs: `);
    // The engine takes `null` for nothing where it compares inputs.
    const said = [...preview.matchAll(/^snapshot attributes "(\S+)": is updated, although Pulumi shows no (.*)$/gm)];
    expect(said.map(([, id, what]) => [id, what]).sort()).toEqual(
      byHost({ dynamic: [[ids.null, "difference (tags.theirs: is set to null)"]], plugin: [] }),
    );

    emulator.clearRequests();
    await stack.up();
    for (const [name, { sent }] of all) {
      expect([name, ...sentBodies(emulator, "PATCH", ids[name])]).toEqual(sent ? [name, sent] : [name]);
    }
    const ofReplaced = stack.changes().filter((change) => [ids.replaced, another.id].some((id) => change.includes(id)));
    expect(ofReplaced).toEqual([`PATCH ${pathOf(ids.replaced)} 200`, `PATCH ${pathOf(another.id)} 200`]);
    expect(readSnapshot(emulator, another.id).tags).toEqual(a);
    const resources = new Map((await stack.resources()).map(({ urn, id }) => [urn.split("::").at(-1), id]));
    expect(resources.get("replaced")).toBe(idOf(another.id));
    await expectConverged(stack);

    await stack.destroy();
    expect(readSnapshot(emulator, ids.retained)).toMatchObject({ name: "kept", tags: a });
    changeSnapshot(emulator, ids.retained, () => seeded.find(({ id }) => id === ids.retained));
  },
);
