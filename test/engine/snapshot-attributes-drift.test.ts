import type { SnapshotAttributesArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { sentBodies } from "./setup/platform";
import {
  changeSnapshots,
  declareAttributes,
  path,
  seed,
  snapshotId,
  readSnapshot,
  taskId,
  type StoredSnapshot,
} from "./setup/snapshots";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

/** What `preview --diff` shows of the resource, on one line. */
function diffOf(preview: string): string {
  const [, section = ""] = preview.split("SnapshotAttributes::nightly]\n");
  const [own = ""] = section.split(/^ *--outputs:|^Resources:/m);
  return own.replace(/\s+/g, " ").trim();
}

type Tags = StoredSnapshot["tags"];
const tag = (key: string, value: string) => ({ key, value, read_only: false });
const without = (tags: Tags, ...keys: string[]) => tags.filter(({ key }) => !keys.includes(key));

const args: Partial<SnapshotAttributesArgs> = { name: "nightly", tags: { team: "new", keep: "30d" } };

/** A change behind Pulumi's back, what the preview after a refresh shows of it, and what repairs it. */
const rows: [string, (snapshot: StoredSnapshot) => Partial<StoredSnapshot>, string, object][] = [
  ["the name", () => ({ name: "by hand" }), '~ name: "by hand" => "nightly"', { name: "nightly" }],
  [
    "a value",
    ({ tags }) => ({ tags: [...without(tags, "team"), tag("team", "by hand")] }),
    '~ tags: { ~ team: "by hand" => "new" }',
    { tags: { team: "new" } },
  ],
  [
    "a tag gone",
    ({ tags }) => ({ tags: without(tags, "keep") }),
    '~ tags: { + keep: "30d" }',
    { tags: { keep: "30d" } },
  ],
  [
    "all tags gone",
    ({ tags }) => ({ tags: without(tags, "keep", "team") }),
    '+ tags: { + keep: "30d" + team: "new" }',
    { tags: { team: "new", keep: "30d" } },
  ],
];

engineTest("drift: the name and managed tags show up alone in the diff and are repaired", { seed }, async (stack) => {
  stack.program = declareAttributes(args).program;
  await stack.up();
  const wanted = readSnapshot(stack.emulator);
  for (const [what, change, diff, sent] of rows) {
    changeSnapshots(stack.emulator, change);
    await stack.refresh();
    stack.emulator.clearRequests();
    expect([what, diffOf(await stack.preview())]).toEqual([what, diff]);
    await stack.up();
    expect([what, ...sentBodies(stack.emulator, "PATCH")]).toEqual([what, sent]);
    expect(readSnapshot(stack.emulator)).toEqual(wanted);
  }
  await expectConverged(stack);
});

engineTest("drift: tags of other owners cause no diff, unless tags are exclusive", { seed }, async (stack) => {
  const declared = declareAttributes({ tags: { keep: "30d" } });
  stack.program = declared.program;
  await stack.up();
  const foreign = tag("foreign", "1");
  const add = ({ tags, name }: StoredSnapshot) => ({ name: `${name}!`.replace("!", "."), tags: [...tags, foreign] });
  changeSnapshots(stack.emulator, add);
  await stack.refresh();
  expect(await stack.preview()).toMatch(/2 unchanged/);
  expect((await stack.resources())[0]?.outputs.allTags).toContainEqual({ key: "foreign", value: "1", readOnly: false });

  declared.args = { tags: { keep: "30d" }, exclusiveTags: true };
  await stack.up();
  expect(readSnapshot(stack.emulator).tags).toEqual({ fixed: "platform", keep: "30d" });
  changeSnapshots(stack.emulator, ({ tags }) => ({ tags: [...tags, tag("again", "1")] }));
  await stack.refresh();
  expect(diffOf(await stack.preview())).toBe('~ tags: { - again: "1" }');
  await stack.up();
  expect(readSnapshot(stack.emulator).tags).toEqual({ fixed: "platform", keep: "30d" });
  await stack.destroy();
  expect(readSnapshot(stack.emulator)).toEqual({
    name: "as found.",
    tags: { fixed: "platform", theirs: "x", team: "old", foreign: "1", again: "1" },
  });
  stack.emulator.replaceState(seed);
});

engineTest(
  "drift: status and lock show in the outputs, and a snapshot being deleted cannot be updated",
  { seed },
  async (stack) => {
    const declared = declareAttributes({ tags: { keep: "30d" } });
    stack.program = declared.program;
    await stack.up();
    for (const status of ["error", "restoring", "error_deleting", "deleting", "deleted"] as const) {
      changeSnapshots(stack.emulator, () => ({ status, task_id: taskId }));
      await stack.refresh();
      expect((await stack.resources())[0]?.outputs).toMatchObject({ status, lockTaskId: taskId });
    }
    expect(await stack.preview()).toMatch(/2 unchanged/);
    declared.args = { tags: { keep: "60d" } };
    expect(await failureText(stack.up())).toContain(
      `updating snapshot attributes "${snapshotId}": snapshot ${snapshotId} is in status "deleted" and can no longer be changed. ` +
        "Remove the resource from the program",
    );
    expect(await stack.resources()).toHaveLength(1);
    stack.emulator.clearRequests();
    await stack.destroy();
    expect(stack.changes()).toEqual([]);
    stack.emulator.replaceState(seed);
  },
);

async function gone(stack: TestStack): Promise<void> {
  stack.program = declareAttributes(args).program;
  await stack.up();
  changeSnapshots(stack.emulator, () => undefined);
}

engineTest(
  "disappears: refresh drops the resource, up reports that the snapshot does not exist",
  { seed },
  async (stack) => {
    await gone(stack);
    expect(await stack.refresh()).toMatch(/- 1 deleted/);
    expect(await stack.resources()).toEqual([]);
    expect(await failureText(stack.up())).toContain(`has no snapshot ${snapshotId} in region`);
    stack.emulator.replaceState(seed);
  },
);

engineTest("disappears: update reports what to do, destroy without a snapshot succeeds", { seed }, async (stack) => {
  await gone(stack);
  stack.program = declareAttributes({ name: "newer" }).program;
  expect(await failureText(stack.up())).toMatch(/snapshot \S+ no longer exists on the platform; run `pulumi refresh`/);
  expect(await stack.destroy()).toMatch(/- 2 deleted/);
  stack.emulator.replaceState(seed);
});

engineTest(
  "disappears: only a 404 of the platform counts as gone",
  { seed, config: { "edgecloud:maxRetries": { value: "0" } } },
  async (stack) => {
    stack.program = declareAttributes(args).program;
    await stack.up();
    for (const answer of [
      { status: 403, body: { message: "No." } },
      { status: 500 },
      { status: 200, body: { id: "x" } },
      { status: 404, body: "default backend - 404" },
      { status: 404, body: { message: "no route" } },
    ]) {
      stack.emulator.addFault({ method: "GET", path, answer });
      expect(await failureText(stack.refresh())).toContain(`reading snapshot attributes "${snapshotId}": `);
      expect(await stack.resources()).toHaveLength(1);
    }
    expect(await stack.preview()).toMatch(/2 unchanged/);
  },
);

engineTest("drift: a tag that became read-only fails no refresh", { seed }, async (stack) => {
  const declared = declareAttributes({ tags: { team: "new" } });
  stack.program = declared.program;
  const [seeded] = stack.emulator.state().snapshots;
  await stack.up();
  const lock = (found: Tags[number]) => ({ ...found, read_only: found.read_only || found.key === "team" });
  changeSnapshots(stack.emulator, ({ tags }) => ({ tags: tags.map(lock) }));
  await stack.refresh();
  const refused = 'tags: the tag "team" of this snapshot is read-only';
  expect(await failureText(stack.preview())).toContain(refused);
  declared.args = { tags: {} };
  await stack.up();
  await expectConverged(stack);
  changeSnapshots(stack.emulator, () => ({ tags: seeded?.tags ?? [] }));
});
