import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { byHost } from "../../../engine/setup/host";
import { findGroup } from "../../../engine/setup/platform";
import { sectionOf } from "../../../engine/setup/previews";
import { captureOperation, readFiles, findWords } from "../../../engine/setup/search";
import {
  createSnapshotSeed,
  declareByName,
  idOf,
  pathOf,
  projectId,
  readSnapshot,
  regionId,
  seedSnapshots,
  snapshotIdOf,
} from "../../../engine/setup/snapshots";
import { engineTest } from "../../../engine/setup/test-stack";

const unknown = seedSnapshots(["everything", "value", "allTags"] as const);

engineTest(
  "unknowns: every argument may come from another resource, all tags may be unknown, and a value becoming unknown " +
    "changes only that leaf",
  { seed: { snapshots: unknown.snapshots } },
  async (stack) => {
    const { emulator } = stack;
    const { ids } = unknown;
    const sources = [{ source: "a.example.com" }];
    const declareGroup = (name: string) => new OriginGroup(name, { name, sources }).originGroupId;
    const declareEverything = () => {
      const groupId = declareGroup("group");
      const later = <T>(value: T) => groupId.apply(() => value);
      new SnapshotAttributes("everything", {
        projectId: later(projectId),
        regionId: later(regionId),
        snapshotId: later(ids.everything),
        name: pulumi.interpolate`group-${groupId}`,
        tags: { group: pulumi.interpolate`${groupId}`, a: "1" },
        exclusiveTags: later(false),
        onDestroy: later("restore" as const),
        lockTimeoutSeconds: later(5),
      });
    };
    const declared = declareByName(ids, { value: { tags: { a: "1", b: "1" } }, allTags: { tags: { b: "1" } } });
    stack.program = () => {
      declareEverything();
      declared.program();
    };
    expect(await stack.preview()).toMatch(/5 to create/);
    await stack.up();
    const group = findGroup(emulator, "group").id;
    expect(readSnapshot(emulator, ids.everything)).toMatchObject({
      name: `group-${group}`,
      tags: { group: String(group), a: "1" },
    });

    stack.program = () => {
      declareEverything();
      const ofValue = declareGroup("of-value");
      const ofAllTags = declareGroup("of-all-tags");
      declared.args.value = { tags: { a: pulumi.interpolate`group-${ofValue}`, b: "1" } };
      declared.args.allTags = { tags: ofAllTags.apply((id) => ({ all: String(id) })) };
      declared.program();
    };
    const preview = await stack.preview();
    expect(preview).toMatch(/::value\]\s+~ tags: \{\s+~ a: "1" => \[unknown\]\s+\}/);
    expect(sectionOf(preview, "allTags")).toContain("[unknown]");
    await stack.up();
    expect(readSnapshot(emulator, ids.value).tags).toMatchObject({
      a: `group-${findGroup(emulator, "of-value").id}`,
      b: "1",
    });
    expect(readSnapshot(emulator, ids.allTags).tags).toMatchObject({
      all: String(findGroup(emulator, "of-all-tags").id),
    });
    await expectConverged(stack);
  },
);

const statuses = { unauthorized: 401, forbidden: 403, broken: 500, invalid: 400 } as const;
const refused = Object.keys(statuses) as (keyof typeof statuses)[];
const hidden = seedSnapshots(refused);

engineTest(
  "secrets: no operation prints the key and no file contains it",
  { seed: { snapshots: hidden.snapshots } },
  async (stack) => {
    const tags = { open: "tests-open-value" };
    const declared = declareByName(hidden.ids, Object.fromEntries(refused.map((name) => [name, { tags }])));
    stack.program = declared.program;
    const said: Record<string, string> = {};
    for (const operation of ["preview", "up", "refresh"] as const) {
      said[operation] = await captureOperation(stack, operation);
    }

    for (const [name, status] of Object.entries(statuses) as [keyof typeof statuses, number][]) {
      declared.args[name] = { tags: { ...tags, more: "1" } };
      const body = { message: "refused: apikey demo-key", exception_class: "Error" };
      stack.emulator.addFault({ method: "PATCH", path: pathOf(hidden.ids[name]), times: 9, answer: { status, body } });
    }
    said.refusals = await captureOperation(stack, "up", { fails: true });
    for (const name of refused) {
      const subject = `updating snapshot attributes "${hidden.ids[name]}": `;
      expect([name, said.refusals.includes(subject)]).toEqual([name, true]);
    }
    stack.emulator.clearFaults();
    await stack.up();
    const texts = { ...said, ...readFiles(stack) };
    expect(findWords(["demo-key"], texts)).toEqual([]);
    expect(findWords(["tests-open-value"], texts).length).toBeGreaterThan(1);
  },
);

const upgraded = seedSnapshots(["whole", "more", "fewer", "moreChanged", "fewerChanged"] as const);

engineTest(
  "upgrade: the state holds inputs, outputs and what its host needs; states with more or fewer outputs still work",
  { seed: { snapshots: upgraded.snapshots } },
  async (stack) => {
    const { ids } = upgraded;
    const tags = { a: "1" };
    const declared = declareByName(ids, {
      whole: { name: "nightly", tags },
      more: { tags },
      fewer: { tags },
      moreChanged: { tags },
      fewerChanged: { tags },
    });
    stack.program = declared.program;
    await stack.up();
    const resource = await stack.findResource("whole");
    const options = ["exclusiveTags", "lockTimeoutSeconds", "onDestroy"];
    const literal = 'exports.handler = () => require("pulumi-edgecloud/host").SnapshotAttributes';
    const ofHost = byHost<Record<string, string>>({ dynamic: { __provider: literal }, plugin: {} });
    const kept = byHost({ dynamic: ["__secretPaths"], plugin: [] });
    const inputs = [...Object.keys(ofHost), ...options, "name", "projectId", "regionId", "snapshotId", "tags"];
    const told = ["allTags", "createdAt", "creatorTaskId", "region", "size", "status", "updatedAt", "volumeId"];
    expect(resource?.inputs).toMatchObject(ofHost);
    expect(Object.keys(resource?.inputs ?? {}).sort()).toEqual(inputs.sort());
    expect(Object.keys(resource?.outputs ?? {}).sort()).toEqual(
      [...inputs, ...told, ...kept, "claim", "restorePoint", "managesName"].sort(),
    );

    const addOutput = (outputs: object) => ({ ...outputs, future: { deep: [true] } });
    const removeOutputs = ({ allTags: _, managesName: __, ...outputs }: Record<string, unknown>) => outputs;
    await stack.editOutputs(({ urn, outputs }) =>
      urn.includes("::more") ? addOutput(outputs) : urn.includes("::fewer") ? removeOutputs(outputs) : outputs,
    );
    declared.args.moreChanged = { tags: { b: "1" } };
    declared.args.fewerChanged = { tags: { b: "1" } };
    expect(await stack.up()).toMatch(/~ 2 updated\s+4 unchanged/);
    for (const id of [ids.moreChanged, ids.fewerChanged]) {
      expect(readSnapshot(stack.emulator, id).tags).toEqual({ fixed: "platform", theirs: "x", team: "old", b: "1" });
    }
    const changed = (await stack.resources()).filter(({ urn }) => urn.endsWith("Changed"));
    expect(changed).toHaveLength(2);
    expect(JSON.stringify(changed)).not.toContain("future");
    await expectConverged(stack);
  },
);

const count = 50;
const many = Array.from({ length: count }, (_, index) => snapshotIdOf(index + 1));
const [shared, divided] = [snapshotIdOf(101), snapshotIdOf(102)];

engineTest(
  "parallel: sends each change once for 50 snapshots; several resources share the tags of one snapshot; one resource " +
    "has exclusive tags, another the name of the snapshot",
  { seed: { snapshots: [...many, shared, divided].map((id) => createSnapshotSeed({ id })) } },
  async (stack) => {
    const { emulator } = stack;
    stack.program = () => {
      for (const [index, snapshotId] of many.entries()) {
        const tags = { index: String(index) };
        new SnapshotAttributes(`snapshot-${index}`, { projectId, regionId, snapshotId, tags });
      }
      for (const key of ["a", "b", "c", "d"]) {
        new SnapshotAttributes(key, { projectId, regionId, snapshotId: shared, tags: { [key]: key } });
      }
      const exclusive = { tags: { a: "1" }, exclusiveTags: true };
      new SnapshotAttributes("tags", { projectId, regionId, snapshotId: divided, ...exclusive });
      new SnapshotAttributes("name", { projectId, regionId, snapshotId: divided, name: "nightly" });
    };
    await stack.up(count + 6);
    const index = many.map((id) => readSnapshot(emulator, id).tags.index);
    expect(index).toEqual(many.map((_, at) => String(at)));
    const isShared = (text: string) => text.includes(shared) || text.includes(divided);
    const changes = stack.changes().filter((change) => !isShared(change));
    expect(changes.sort()).toEqual(many.map((id) => `PATCH ${pathOf(id)} 200`).sort());
    const resources = (await stack.resources()).map(({ id }) => id).filter((id) => !isShared(id));
    expect(resources.sort()).toEqual(many.map((id) => idOf(id)).sort());
    expect(readSnapshot(emulator, shared).tags).toMatchObject({
      a: "a",
      b: "b",
      c: "c",
      d: "d",
      theirs: "x",
      team: "old",
    });
    expect(readSnapshot(emulator, divided)).toEqual({ name: "nightly", tags: { fixed: "platform", a: "1" } });
    await expectConverged(stack);
  },
);
