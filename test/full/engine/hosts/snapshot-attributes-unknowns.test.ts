import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
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
