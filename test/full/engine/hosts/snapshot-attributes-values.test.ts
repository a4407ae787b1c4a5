import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { byHost } from "../../../engine/setup/host";
import { findGroup } from "../../../engine/setup/platform";
import { sectionOf } from "../../../engine/setup/previews";
import { declareByName, projectId, readSnapshot, regionId, seedSnapshots } from "../../../engine/setup/snapshots";
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
    const kept = byHost({ dynamic: ["__private", "__secretPaths"], plugin: ["__private"] });
    const inputs = [...Object.keys(ofHost), ...options, "name", "projectId", "regionId", "snapshotId", "tags"];
    const told = ["allTags", "createdAt", "creatorTaskId", "region", "size", "status", "updatedAt", "volumeId"];
    expect(resource?.inputs).toMatchObject(ofHost);
    expect(Object.keys(resource?.inputs ?? {}).sort()).toEqual(inputs.sort());
    expect(Object.keys(resource?.outputs ?? {}).sort()).toEqual([...inputs, ...told, ...kept, "managesName"].sort());

    const addOutput = (outputs: object) => ({ ...outputs, future: { deep: [true] } });
    const removeOutputs = ({ managesName: _, ...outputs }: Record<string, unknown>) => outputs;
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
