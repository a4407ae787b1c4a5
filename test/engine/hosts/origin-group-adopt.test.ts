import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { findGroup } from "../setup/platform";
import { engineTest, failureText, type TestStack } from "../setup/test-stack";

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

const simple = (id: number, name: string) => ({ id, name, sources: [{ source: "old.example.com" }] }) as const;

/** The groups that are there before the program; it creates `kept` and `created`. */
const seed = {
  originGroups: [
    website,
    { ...website, id: 102, name: "restored" },
    simple(103, "deleted"),
    simple(104, "first"),
    simple(105, "second"),
    { id: 106, name: "secret", sources: [s3Source] },
    simple(107, "exchange"),
  ],
};

const options = {
  seed,
  left: ["website", "restored", "kept", "first", "second", "secret", "exchange"],
  changed: ["website", "first", "secret", "exchange"],
};

const source = "new.example.com";

type Groups = Record<string, Partial<OriginGroupArgs>>;

/** A program with those groups by the names of their resources. */
const declare = (groups: Groups) => () => {
  const outputs = Object.entries(groups).flatMap(([resource, args]) => {
    const group = new OriginGroup(resource, { name: resource, sources: [{ source }], ...args });
    return [[`${resource}Adopted`, group.adopted] as const, [`${resource}Number`, group.originGroupId] as const];
  });
  return Object.fromEntries<unknown>(outputs);
};

const put = (id: number) => `PUT /cdn/origin_groups/${id} 200`;
const post = "POST /cdn/origin_groups 201";

/** The requests that changed one of those groups. */
const changesOf = (stack: TestStack, ...ids: number[]) =>
  stack.changes().filter((change) => ids.some((id) => change.includes(`/${id} `)));

/** The IDs of the resources in the state, by their names. */
const idsOf = async (stack: TestStack) =>
  Object.fromEntries((await stack.resources()).map(({ urn, id }) => [urn.split("::").at(-1)!, Number(id)]));

const cannotRestore =
  'onDestroy cannot be "restore": the group was found with the bucket media, whose credentials the platform does ' +
  'not reveal. Use "retain" or "delete"';

engineTest("adopts groups, retains, restores or deletes them on destroy, and replaces them", options, async (stack) => {
  const { emulator } = stack;
  const before = emulator.state();

  // Nothing is changed if it could not be restored, or if the group is not to be adopted.
  const unrestorable = { secret: { originGroupId: 106, onDestroy: "restore" } } as const;
  stack.program = declare(unrestorable);
  expect(await failureText(stack.preview())).toContain(cannotRestore);
  expect(stack.changes()).toEqual([]);
  stack.program = declare({ website: {} });
  expect(await failureText(stack.up())).toMatch(
    /creating origin group "website": name: the account already has an origin group "website" \(ID 101\)\. What to do:[^]*: set originGroupId: 101\n/,
  );
  expect(stack.changes()).toEqual(["POST /cdn/origin_groups 400"]);
  expect(emulator.state()).toEqual(before);
  expect(await stack.resources()).toEqual([]);

  const adopting: Groups = {
    website: { originGroupId: 101 },
    restored: { originGroupId: 102, onDestroy: "restore", name: "renamed" },
    deleted: { originGroupId: 103 },
    kept: {},
    moved: { originGroupId: 104, name: "site", onDestroy: "restore" },
    secret: { originGroupId: 106 },
    exchange: { name: "created" },
  };
  emulator.clearRequests();
  stack.program = declare(adopting);
  // What depends on the ID is known in the preview, too.
  expect(await stack.preview()).toMatch(/websiteNumber *: 101\b/);
  expect(stack.changes()).toEqual([]);
  const outputs = await stack.outputs();
  expect(outputs).toMatchObject({ websiteAdopted: { value: true }, websiteNumber: { value: 101 } });
  expect(stack.changes().sort()).toEqual([post, post, ...[101, 102, 103, 104, 106].map(put)]);
  const ids = await idsOf(stack);
  expect(ids).toMatchObject({ website: 101, restored: 102, deleted: 103, moved: 104, secret: 106 });
  const adopted = findGroup(emulator, "website");
  expect(adopted).toMatchObject({ id: 101, use_next: false, path: "", sources: [{ source }] });
  expect(adopted.sources).toHaveLength(1);

  // Without the ID, a resource still manages its group, and a created group stays unchanged with its own ID.
  const created = ids.exchange!;
  const changed: Groups = {
    ...adopting,
    website: {},
    restored: { ...adopting.restored, useNext: true },
    deleted: { originGroupId: 103, onDestroy: "delete" },
    kept: { onDestroy: "retain" },
    moved: { originGroupId: 105, name: "site", onDestroy: "restore" },
    exchange: { name: "created", originGroupId: created },
  };
  emulator.clearRequests();
  stack.program = declare(changed);
  const preview = await stack.preview();
  expect(preview).toContain(`+ onDestroy: "delete"`);
  expect(preview).toContain(`+ onDestroy: "retain"`);
  expect(preview).toMatch(/~ originGroupId: 104 => 105/);
  expect(preview).toMatch(/ ~ 3 to update\n +\+-1 to replace\n +4 changes\. 4 unchanged\n/);
  expect(stack.changes()).toEqual([]);
  await stack.up();
  // The old group is released first.
  expect(changesOf(stack, 104, 105)).toEqual([put(104), put(105)]);
  expect(findGroup(emulator, "site").id).toBe(105);
  expect(await idsOf(stack)).toEqual({ ...ids, moved: 105 });
  expect(findGroup(emulator, "renamed")).toMatchObject({ id: 102, sources: [{ source }] });
  await stack.refresh();
  expect(await stack.preview()).toMatch(/8 unchanged/);

  emulator.clearRequests();
  const last: Groups = {
    ...changed,
    website: { useNext: true },
    moved: { originGroupId: 104, name: "first", onDestroy: "retain" },
    exchange: { originGroupId: 107 },
  };
  stack.program = declare(last);
  expect(await stack.up()).toMatch(/ ~ 1 updated\n +\+-2 replaced\n/);
  expect((await stack.lastOutputs()).exchangeAdopted?.value).toBe(true);
  expect(changesOf(stack, 101)).toEqual([put(101)]);
  expect(changesOf(stack, 104, 105)).toEqual([put(105), put(104)]);
  const replaced = [`DELETE /cdn/origin_groups/${created} 204`, put(107)];
  expect(changesOf(stack, created, 107)).toEqual(replaced);
  expect(stack.changes()).toHaveLength(5);
  const seeded = (name: string) => before.originGroups.find((group) => group.name === name);
  expect(findGroup(emulator, "second")).toEqual(seeded("second"));

  // A group that was adopted before cannot be restored either, nor one that no ID names.
  emulator.clearRequests();
  stack.program = declare({ ...last, ...unrestorable });
  expect(await failureText(stack.up())).toContain(cannotRestore);
  stack.program = declare({ ...last, secret: { onDestroy: "restore" } });
  expect(await failureText(stack.preview())).toContain(
    'onDestroy can be "restore" only for an adopted group: give its originGroupId, or use "delete" or "retain"',
  );
  expect(stack.changes()).toEqual([]);

  await stack.destroy();
  expect(stack.changes().sort()).toEqual(["DELETE /cdn/origin_groups/103 204", put(102)]);
  expect(findGroup(emulator, "website")).toEqual({ ...adopted, use_next: true });
  expect(findGroup(emulator, "restored")).toEqual(seeded("restored"));
  expect(findGroup(emulator, "first")).toMatchObject({ id: 104, sources: [{ source }] });
});
