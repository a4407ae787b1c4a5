import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { findGroup } from "./setup/platform";
import { engineTest, failureText } from "./setup/test-stack";

const website = {
  id: 101,
  name: "website",
  use_next: true,
  proxy_next_upstream: ["error", "http_503"],
  path: "/old",
  sources: [
    { source: "web.example.com:8443", host_header_override: "www.example.com" },
    { source: "spare.example.com", backup: true, enabled: false },
  ],
} as const;

const s3Source = {
  origin_type: "s3",
  config: {
    s3_type: "other",
    s3_bucket_name: "media",
    s3_storage_hostname: "storage.example.com",
    s3_access_key_id: "found-access-key",
    s3_secret_access_key: "found/secret/key/0001",
  },
} as const;

/** For tests that adopt the group and leave it as they have declared it. */
const retained = { seed: { originGroups: [website] }, changed: ["website"] };

const declare = (args: Partial<OriginGroupArgs>) => () => {
  const sources = [{ source: "new.example.com" }];
  const group = new OriginGroup("site", { name: "website", sources, ...args });
  return { adopted: group.adopted, number: group.originGroupId };
};

engineTest("adopt: one PUT, the ID stays, destroy retains", retained, async (stack) => {
  stack.program = declare({ originGroupId: 101 });
  // What depends on the ID is known in the preview, too.
  expect(await stack.preview()).toMatch(/number *: 101\b/);
  expect(stack.changes()).toEqual([]);
  const outputs = await stack.outputs();
  expect(stack.changes()).toEqual(["PUT /cdn/origin_groups/101 200"]);
  expect((await stack.resources()).map(({ id }) => id)).toEqual(["101"]);
  expect(outputs).toMatchObject({ adopted: { value: true }, number: { value: 101 } });
  const adopted = findGroup(stack.emulator, "website");
  expect(adopted).toMatchObject({ id: 101, use_next: false, path: "", sources: [{ source: "new.example.com" }] });
  expect(adopted.sources).toHaveLength(1);

  // Without the ID, the resource still manages the same group, also after a refresh.
  stack.program = declare({});
  expect(await stack.preview()).toMatch(/2 unchanged/);
  await stack.up();
  await stack.refresh();
  expect(await stack.preview()).toMatch(/2 unchanged/);
  stack.emulator.clearRequests();
  stack.program = declare({ useNext: true });
  await stack.up();
  expect(stack.changes()).toEqual(["PUT /cdn/origin_groups/101 200"]);

  await stack.destroy();
  expect(stack.changes()).toEqual(["PUT /cdn/origin_groups/101 200"]);
  expect(findGroup(stack.emulator, "website")).toEqual({ ...adopted, use_next: true });
});

engineTest(
  "restore: destroy restores the group as it was found",
  { seed: { originGroups: [website] } },
  async (stack) => {
    const found = findGroup(stack.emulator, "website");
    stack.program = declare({ originGroupId: 101, onDestroy: "restore", name: "renamed" });
    await stack.up();
    stack.program = declare({ originGroupId: 101, onDestroy: "restore", name: "renamed", useNext: true });
    await stack.up();
    await stack.refresh();
    expect(await stack.preview()).toMatch(/2 unchanged/);
    expect(findGroup(stack.emulator, "renamed")).toMatchObject({ id: 101, sources: [{ source: "new.example.com" }] });
    await stack.destroy();
    expect(findGroup(stack.emulator, "website")).toEqual(found);
  },
);

engineTest(
  "onDestroy: can delete an adopted group and retain a created one",
  { seed: { originGroups: [website] }, left: ["kept"] },
  async (stack) => {
    const program = (adopted: Partial<OriginGroupArgs>, created: Partial<OriginGroupArgs>) => () => {
      const sources = [{ source: "new.example.com" }];
      new OriginGroup("adopted", { name: "website", sources, originGroupId: 101, ...adopted });
      new OriginGroup("created", { name: "kept", sources, ...created });
    };
    stack.program = program({}, {});
    await stack.up();
    stack.emulator.clearRequests();
    stack.program = program({ onDestroy: "delete" }, { onDestroy: "retain" });
    const preview = await stack.preview();
    expect(preview).toContain(`+ onDestroy: "delete"`);
    expect(preview).toContain(`+ onDestroy: "retain"`);
    await stack.up();
    stack.emulator.clearRequests();
    await stack.destroy();
    expect(stack.changes()).toEqual(["DELETE /cdn/origin_groups/101 204"]);
  },
);

engineTest(
  "restore: is refused before any change if credentials cannot be restored",
  { ...retained, seed: { originGroups: [{ ...website, sources: [s3Source] }] } },
  async (stack) => {
    const before = stack.emulator.state();
    stack.program = declare({ originGroupId: 101, onDestroy: "restore" });
    const refused =
      'onDestroy cannot be "restore": the group was found with the bucket media, whose credentials the platform does ' +
      'not reveal. Use "retain" or "delete"';
    expect(await failureText(stack.preview())).toContain(refused);
    expect(await failureText(stack.up())).toContain(refused);
    expect(stack.changes()).toEqual([]);
    expect(stack.emulator.state()).toEqual(before);
    expect(await stack.resources()).toEqual([]);

    stack.program = declare({ originGroupId: 101 });
    await stack.up();
    stack.emulator.clearRequests();
    stack.program = declare({ originGroupId: 101, onDestroy: "restore" });
    expect(await failureText(stack.preview())).toContain(refused);
    expect(await failureText(stack.up())).toContain(refused);
    stack.program = declare({ onDestroy: "restore" });
    expect(await failureText(stack.preview())).toContain(
      'onDestroy can be "restore" only for an adopted group: give its originGroupId, or use "delete" or "retain"',
    );
    expect(stack.changes()).toEqual([]);
  },
);

engineTest(
  "adopt: another ID replaces, releasing the old group first",
  {
    seed: { originGroups: [website, { id: 102, name: "other", sources: [{ source: "o.example.com" }] }] },
    changed: ["website"],
  },
  async (stack) => {
    const before = stack.emulator.state();
    stack.program = declare({ originGroupId: 101, name: "site", onDestroy: "restore" });
    await stack.up();
    stack.emulator.clearRequests();
    stack.program = declare({ originGroupId: 102, name: "site", onDestroy: "restore" });
    expect(await stack.preview()).toMatch(/~ originGroupId: 101 => 102/);
    expect(stack.changes()).toEqual([]);
    await stack.up();
    expect(stack.changes()).toEqual(["PUT /cdn/origin_groups/101 200", "PUT /cdn/origin_groups/102 200"]);
    expect(findGroup(stack.emulator, "site").id).toBe(102);
    expect((await stack.resources()).map(({ id }) => id)).toEqual(["102"]);

    stack.emulator.clearRequests();
    stack.program = declare({ originGroupId: 101, name: "website", onDestroy: "retain" });
    await stack.up();
    expect(stack.changes()).toEqual(["PUT /cdn/origin_groups/102 200", "PUT /cdn/origin_groups/101 200"]);
    expect(findGroup(stack.emulator, "other")).toEqual(before.originGroups[1]);
    await stack.destroy();
    expect(findGroup(stack.emulator, "website")).toMatchObject({ id: 101, sources: [{ source: "new.example.com" }] });
  },
);

engineTest(
  "adopt: errors for an unknown ID and a name in use say what to do",
  { seed: { originGroups: [website] } },
  async (stack) => {
    const before = stack.emulator.state();
    stack.program = declare({ originGroupId: 999 });
    expect(await failureText(stack.up())).toContain(
      "originGroupId matches no group: the account has no origin group 999. Correct the ID, or leave it out to create a group",
    );
    stack.program = declare({});
    expect(await failureText(stack.up())).toMatch(
      /creating origin group "website": name: the account already has an origin group "website" \(ID 101\)\. .*, set originGroupId: 101 /,
    );
    expect(stack.emulator.state()).toEqual(before);
    expect(await stack.resources()).toEqual([]);
  },
);

engineTest(
  "adopt: a created group stays unchanged with its own ID, and is deleted for another ID",
  retained,
  async (stack) => {
    stack.program = declare({ name: "created" });
    await stack.up();
    const { id } = findGroup(stack.emulator, "created");
    stack.program = declare({ name: "created", originGroupId: id });
    expect(await stack.preview()).toMatch(/2 unchanged/);
    await stack.refresh();
    expect(await stack.preview()).toMatch(/2 unchanged/);

    stack.emulator.clearRequests();
    stack.program = declare({ originGroupId: 101 });
    expect(await stack.preview()).toMatch(/1 to replace/);
    const outputs = (await stack.outputs()).adopted;
    expect(outputs?.value).toBe(true);
    expect(stack.changes()).toEqual([`DELETE /cdn/origin_groups/${id} 204`, "PUT /cdn/origin_groups/101 200"]);
  },
);
