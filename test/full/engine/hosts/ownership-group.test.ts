import type * as pulumi from "@pulumi/pulumi";
import { OriginGroup, SnapshotAttributes, type OriginGroupArgs, type SnapshotAttributesArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { findGroup } from "../../../engine/setup/platform";
import {
  createSnapshotSeed,
  projectId,
  regionId,
  changeSnapshots,
  snapshotId,
  readSnapshot,
} from "../../../engine/setup/snapshots";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

const sources = [{ source: "a.example.com" }];
const collection = "/cdn/origin_groups";

const group = (
  resource: string,
  name: string,
  args: Partial<OriginGroupArgs> = {},
  opts?: pulumi.CustomResourceOptions,
) => new OriginGroup(resource, { name, sources, ...args }, opts);

const attributes = (resource: string, id: string, args: Partial<SnapshotAttributesArgs>) =>
  new SnapshotAttributes(resource, { projectId, regionId, snapshotId: id, ...args });

/** A group of a seed; what a program declares differs from it. */
const createSeed = (id: number, name: string) =>
  ({ id, name, use_next: true, sources: [{ source: "old.example.com" }] }) as const;

const adopted = createSeed(105, "adopted");

const seed = {
  originGroups: [createSeed(101, "restored"), createSeed(102, "former"), createSeed(103, "latter"), adopted],
  snapshots: [createSnapshotSeed()],
};

/** The parts of the program, each with objects of its own. */
const parts = {
  // Its resource is renamed.
  renamed: (): unknown => group("renamed", "renamed"),
  // Are replaced.
  restored: () => group("restored", "restored", { originGroupId: 101, onDestroy: "restore" }),
  moved: () => group("moved", "former", { originGroupId: 102, onDestroy: "restore" }),
  adopted: () => group("adopted", "adopted", { originGroupId: 105, onDestroy: "delete" }),
  snapshot: () => attributes("nightly", snapshotId, declaredAttributes),
};
const declaredAttributes = { name: "declared", tags: { team: "new", mine: "1" } };

const declare = (changed: Partial<Record<keyof typeof parts, () => unknown>>) => () =>
  Object.values({ ...parts, ...changed }).forEach((part) => void part());

engineTest(
  "a group or a snapshot with another resource or another ID is neither lost nor left changed",
  { seed },
  async (stack) => {
    const { emulator } = stack;
    const seeded = emulator.state();
    const found = (name: string) => seeded.originGroups.find((candidate) => candidate.name === name);
    stack.program = declare({});
    expect(await stack.up()).toContain(
      'adopts the existing one, which changes useNext: true → false, sources[0].source: "old.example.com" → "a.example.com"',
    );
    const { id } = findGroup(emulator, "renamed");
    const before = emulator.state();

    // A new resource finds its name taken.
    emulator.clearRequests();
    stack.program = declare({ renamed: () => group("other", "renamed") });
    expect(await failureText(stack.up())).toContain(
      `name: the account already has an origin group "renamed" (ID ${id}) with the same content. What to do:`,
    );
    expect(stack.changes()).toEqual([`POST ${collection} 400`]);

    // The second advice, although the first would have been right.
    emulator.clearRequests();
    const changed = {
      renamed: () => group("other", "renamed", { originGroupId: id, onDestroy: "delete" }),
      moved: () => group("moved", "latter", { originGroupId: 103, onDestroy: "restore" }),
    };
    stack.program = declare(changed);
    const urns = (await stack.resources()).map(({ urn }) => urn);
    const replace = urns.filter((urn) => /::(restored|adopted|nightly)$/.test(urn));
    const text = await stack.up(1, { replace });
    expect(text).toContain('origin group "renamed": adopts the existing one, which changes nothing');
    expect(text).toContain(
      `origin group "renamed" (ID ${id}) stays on the platform: another resource of this program manages it now`,
    );
    expect(text).toContain("(ID 105) stays on the platform: the program adopts it");
    const changesOf = (groupId: number) => stack.changes().filter((change) => change.includes(`/${groupId} `));
    expect(changesOf(id)).toEqual([`PUT ${collection}/${id} 200`]);
    expect(changesOf(105)).toEqual([`PUT ${collection}/105 200`]);
    expect(findGroup(emulator, "restored")).toEqual(before.originGroups.find(({ id }) => id === 101));
    expect(findGroup(emulator, "former")).toEqual(found("former"));
    expect(findGroup(emulator, "latter").sources).toMatchObject(sources);
    const snapshot = { name: "declared", tags: { fixed: "platform", theirs: "x", team: "new", mine: "1" } };
    expect(readSnapshot(emulator)).toEqual(snapshot);

    // An alias for the group, and none for the attributes: these stay as declared.
    stack.program = declare({
      ...changed,
      renamed: () => group("again", "renamed", { onDestroy: "delete" }, { aliases: [{ name: "other" }] }),
      snapshot: () => attributes("weekly", snapshotId, declaredAttributes),
    });
    expect(await stack.up()).toMatch(/ \+ 1 created\n +- 1 deleted\n +2 changes\. 5 unchanged\n/);
    expect(readSnapshot(emulator)).toEqual(snapshot);
    const ids = emulator.state().originGroups.map(({ id }) => id);
    expect(ids.sort()).toEqual([101, 102, 103, 105, id].sort());
    const owned = (await stack.resources()).filter(({ inputs }) => "sources" in inputs);
    expect(owned.map((resource) => Number(resource.id)).sort()).toEqual(ids.filter((id) => id !== 102));
    await expectConverged(stack);

    // The attributes of the new resource are those that it has found, and the adopted group is deleted.
    await stack.destroy();
    expect(readSnapshot(emulator)).toEqual(snapshot);
    const original = seeded.snapshots.find((candidate) => candidate.id === snapshotId);
    changeSnapshots(emulator, (candidate) => (candidate.id === snapshotId ? original : {}));
    expect(emulator.state().originGroups.map(({ id }) => id)).toEqual([101, 102, 103]);
    emulator.seed({ originGroups: [adopted] });
  },
);
