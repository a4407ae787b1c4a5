import type * as pulumi from "@pulumi/pulumi";
import { OriginGroup, SnapshotAttributes, type OriginGroupArgs, type SnapshotAttributesArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { findGroup } from "./setup/platform";
import { projectId, regionId, seed as snapshots, snapshotId, readSnapshot } from "./setup/snapshots";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const sources = [{ source: "a.example.com" }];
const collection = "/cdn/origin_groups";

const declare =
  (resource: string, args: Partial<OriginGroupArgs> = {}, opts: pulumi.CustomResourceOptions = {}) =>
  () => {
    new OriginGroup(resource, { name: "assets", sources, ...args }, opts);
  };

async function expectOneGroup(stack: TestStack, id: number): Promise<void> {
  expect(stack.emulator.state().originGroups.map((group) => group.id)).toEqual([id]);
  expect((await stack.resources()).map((resource) => resource.id)).toEqual([String(id)]);
  await expectConverged(stack);
}

engineTest("a renamed group: up fails, and either remedy is safe", {}, async (stack) => {
  stack.program = declare("assets");
  await stack.up();
  const { id } = findGroup(stack.emulator, "assets");
  stack.emulator.clearRequests();
  stack.program = declare("renamed");
  expect(await failureText(stack.up())).toContain(
    `name: the account already has an origin group "assets" (ID ${id}). Nothing was created. If this resource was renamed ` +
      "or moved in the program, give it an alias. If it is to be replaced (`--replace`, `pulumi state taint`), set its " +
      "option deleteBeforeReplace: true. If it should manage the existing group, set " +
      `originGroupId: ${id} (and onDestroy: "delete" if an interrupted \`pulumi up\` created it). If the resource ` +
      "that has the group was removed from the program or takes another name, first run `pulumi up` without this change. " +
      "Otherwise choose another name",
  );
  expect(stack.changes()).toEqual([`POST ${collection} 400`]);

  // The second advice, although the first would have been right.
  stack.emulator.clearRequests();
  stack.program = declare("renamed", { originGroupId: id, onDestroy: "delete" });
  expect(await stack.preview()).toContain('origin group "assets": adopts the existing one, which changes nothing');
  expect(await stack.up()).toContain(
    `origin group "assets" (ID ${id}) stays on the platform: another resource of this program manages it now`,
  );
  expect(stack.changes()).toEqual([`PUT ${collection}/${id} 200`]);
  await expectOneGroup(stack, id);

  stack.program = declare("again", { onDestroy: "delete" }, { aliases: [{ name: "renamed" }] });
  await stack.up();
  await expectOneGroup(stack, id);
});

engineTest("a group adopted by mistake is retained when the adopting resource is removed", {}, async (stack) => {
  stack.program = declare("assets");
  await stack.up();
  const { id } = findGroup(stack.emulator, "assets");
  stack.program = () => {
    declare("assets")();
    declare("copy", { originGroupId: id, onDestroy: "delete" })();
  };
  await stack.up();
  stack.program = declare("assets");
  expect(await stack.up()).toContain(`origin group "assets" (ID ${id}) stays on the platform`);
  await expectOneGroup(stack, id);
});

const website = { id: 101, name: "assets", use_next: true, sources: [{ source: "old.example.com" }] };

engineTest(
  "replacing an adopted group with restore restores it first",
  { seed: { originGroups: [website] } },
  async (stack) => {
    const found = findGroup(stack.emulator, "assets");
    stack.program = declare("assets", { originGroupId: 101, onDestroy: "restore" });
    expect(await stack.preview()).toContain(
      'adopts the existing one, which changes useNext: true → false, sources[0].source: "old.example.com" → "a.example.com"',
    );
    await stack.up();
    const declared = findGroup(stack.emulator, "assets");
    const [{ urn } = { urn: "" }] = await stack.resources();
    await stack.stack.up({ replace: [urn], color: "never" });
    expect(findGroup(stack.emulator, "assets")).toEqual(declared);
    await expectConverged(stack);
    await stack.destroy();
    expect(findGroup(stack.emulator, "assets")).toEqual(found);
  },
);

engineTest(
  "replacing an adopted group by another ID restores the old group and adopts the new one",
  { seed: { originGroups: [website, { ...website, id: 102, name: "b" }] } },
  async (stack) => {
    const before = stack.emulator.state().originGroups;
    stack.program = declare("assets", { originGroupId: 101, onDestroy: "restore" });
    await stack.up();
    stack.program = declare("assets", { originGroupId: 102, onDestroy: "restore", name: "b" });
    await stack.up();
    expect(findGroup(stack.emulator, "assets")).toEqual(before.find((group) => group.id === 101));
    expect(findGroup(stack.emulator, "b").sources).toMatchObject(sources);
    await expectConverged(stack);
    await stack.destroy();
    expect(stack.emulator.state().originGroups).toEqual(before);
  },
);

engineTest(
  "replacing an adopted group that is deleted on destroy adopts it again",
  { seed: { originGroups: [website] } },
  async (stack) => {
    stack.program = declare("assets", { originGroupId: 101, onDestroy: "delete" });
    await stack.up();
    stack.emulator.clearRequests();
    const [{ urn } = { urn: "" }] = await stack.resources();
    expect(await stack.up(1, { replace: [urn] })).toContain("(ID 101) stays on the platform: the program adopts it");
    expect(stack.changes()).toEqual(["PUT /cdn/origin_groups/101 200"]);
    await expectOneGroup(stack, 101);
    await stack.destroy();
    expect(stack.emulator.state().originGroups).toEqual([]);
    stack.emulator.seed({ originGroups: [website] });
  },
);

engineTest("adopting a group that does not exist fails the preview", {}, async (stack) => {
  stack.program = declare("assets", { originGroupId: 4711 });
  expect(await failureText(stack.preview())).toContain(
    "originGroupId matches no group: the account has no origin group 4711. Correct the ID, or leave it out to create a group",
  );
  expect(stack.changes()).toEqual([]);
});

engineTest(
  "a refused key fails the preview, other errors do not, and the key is checked once",
  { seed: snapshots },
  async (stack) => {
    stack.program = () => {
      declare("a", { name: "a" })();
      declare("b", { name: "b" })();
      new SnapshotAttributes("s", { projectId, regionId, snapshotId });
    };
    stack.emulator.addFault({ path: "/cdn/*", answer: { status: 401, body: { message: "Bad key." } }, times: 9 });
    expect(await failureText(stack.preview())).toMatch(/configuration: .*Bad key\..*edgecloud:apiKey/);
    expect(stack.emulator.requests()).toHaveLength(1);
    for (const status of [403, 409, 500]) {
      stack.emulator.clearFaults();
      stack.emulator.addFault({ path: "/cdn/*", answer: { status, body: { message: "x" } }, times: 9 });
      expect(await stack.preview()).toContain("to create");
    }
    stack.emulator.clearFaults();
  },
);

const attributes = (resource: string, args: Partial<SnapshotAttributesArgs>) => () => {
  new SnapshotAttributes(resource, { projectId, regionId, snapshotId, ...args });
};

engineTest("replacing the attributes of a snapshot restores them first", { seed: snapshots }, async (stack) => {
  const seeded = stack.emulator.state();
  stack.program = attributes("nightly", { name: "declared", tags: { team: "new", mine: "1" } });
  await stack.up();
  const declared = readSnapshot(stack.emulator);
  const [{ urn } = { urn: "" }] = await stack.resources();
  await stack.stack.up({ replace: [urn], color: "never" });
  expect(readSnapshot(stack.emulator)).toEqual(declared);
  await expectConverged(stack);

  // Under another name in the program, the declared attributes stay.
  stack.program = attributes("renamed", { name: "declared", tags: { team: "new", mine: "1" } });
  await stack.up();
  expect(readSnapshot(stack.emulator)).toEqual(declared);
  await expectConverged(stack);
  await stack.destroy();
  stack.emulator.replaceState(seeded);
});

engineTest("a removed resource restores only what no other resource declares", { seed: snapshots }, async (stack) => {
  const both = () => {
    attributes("name", { name: "declared" })();
    attributes("tags", { tags: { team: "new" } })();
  };
  stack.program = both;
  await stack.up();
  stack.program = attributes("tags", { tags: { team: "new" } });
  await stack.up();
  expect(readSnapshot(stack.emulator)).toMatchObject({ name: "as found", tags: { team: "new" } });
});
