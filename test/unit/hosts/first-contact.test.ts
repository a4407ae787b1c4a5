import { originGroup } from "../../../provider/resources/origin-group/handler";
import { snapshotAttributes } from "../../../provider/resources/snapshot-attributes/handler";
import type { JsonObject } from "../../../provider/values/json";
import { serve } from "../api/server";
import { namespaces, resize, useEmulator } from "./credentials";
import { hosts } from "./stored-resource";
import { openStored } from "./things";
import { originKey, secretMarksKey } from "../../../provider/core/hidden-properties";
import { Secret, Unknown } from "../../../provider/core/tree";
import { PluginResource } from "../../../provider/hosts/plugin/plugin-resource";
import { HostSettings } from "../../../provider/hosts/settings";
import { silentDisplay } from "../core/jobs";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";

const getPlatform = useEmulator();
const snapshotId = "5f2a9c1e-0b7d-4e63-9f10-2c8d4a6b7e31";
const snapshot = { projectId: 12, regionId: 7, snapshotId, tags: { keep: "30d" } };
const retained = { ...snapshot, onDestroy: "retain" };
const sources = [{ source: "a.example.com" }];
const group = (more: JsonObject = {}): JsonObject => ({ name: "assets", sources, ...more });
const adopted = { originGroupId: 1001 };
const restoring = { ...adopted, onDestroy: "restore" };
const asIs = "stays on the platform, as it is: its onDestroy is";
const restored = "stays on the platform, and is restored to what was there before: its onDestroy is";

/** What is on the platform at the beginning. */
function seed(): void {
  getPlatform().emulator.replaceState({
    namespaces,
    originGroups: [{ id: 1001, name: "assets", sources: [{ source: "old.example.com" }] }],
    snapshots: [{ id: snapshotId, project_id: 12, region_id: 7, name: "nightly" }],
  });
}

describe.each(Object.entries(hosts))("with %s", (_, createResource) => {
  describe("a destroy says what stays on the platform", () => {
    it.each<[string, unknown, JsonObject, string]>([
      ["a retained function", cloudFunction, resize({ onDestroy: "retain" }), `function "resize" ${asIs} "retain"`],
      ["an adopted group", originGroup, group(adopted), `origin group "assets" (ID 1001) ${asIs} "retain"`],
      ["a restored group", originGroup, group(restoring), `origin group "assets" (ID 1001) ${restored} "restore"`],
      ["a restored snapshot", snapshotAttributes, snapshot, `snapshot ${snapshotId} ${restored} "restore"`],
      ["a retained snapshot", snapshotAttributes, retained, `snapshot ${snapshotId} ${asIs} "retain"`],
    ])("%s", async (_what, definition, args, expected) => {
      seed();
      const resource = createResource(definition, getPlatform().config);
      expect(await resource.up(args)).toBe("done");
      const before = resource.notices.length;
      await resource.destroy();
      expect(resource.notices.slice(before)).toEqual([expected]);
    });

    it("but not of a group that is deleted, or is gone already", async () => {
      seed();
      for (const args of [group({ name: "own" }), group(restoring)]) {
        const resource = createResource(originGroup, getPlatform().config);
        expect(await resource.up(args)).toBe("done");
        if (args.originGroupId) {
          getPlatform().emulator.replaceState({ originGroups: [] });
        }
        const before = resource.notices.length;
        await resource.destroy();
        expect(resource.notices.slice(before)).toEqual([]);
      }
    });
  });

  it("a restore that the platform refuses says how to leave the group as it is", async () => {
    seed();
    const resource = createResource(originGroup, getPlatform().config);
    expect(await resource.up(group(restoring))).toBe("done");
    const body = { errors: { sources: { "old.example.com": { source: ["That origin source is forbidden"] } } } };
    getPlatform().emulator.addFault({ method: "PUT", path: "/cdn/origin_groups/*", answer: { status: 400, body } });
    const failure = await resource.destroy().catch((error: Error) => error.message);
    expect(failure).toBe(
      'deleting origin group "assets": sources[0].source ("old.example.com"): That origin source is forbidden (400). The ' +
        "platform refuses what the group had before. To leave the group as it is, declare the resource as before with " +
        'onDestroy: "retain" and run `pulumi up`, then try again',
    );
  });

  it("a group whose creation lost its answer is recognized, even if the list has no sources", async () => {
    const { emulator, config } = getPlatform();
    const earlier = createResource(originGroup, config);
    expect(await earlier.up(group())).toBe("done");
    const id = Number(earlier.id) + 1;
    emulator.addFault({ method: "POST", path: "/cdn/origin_groups", reset: "after" });
    const listed = { status: 200, body: [{ id, name: "new" }] };
    emulator.addFault({ method: "GET", path: "/cdn/origin_groups", query: { name: "new" }, answer: listed });
    const resource = createResource(originGroup, config);
    expect(await resource.up(group({ name: "new" }))).toBe("done");
    expect(resource.id).toBe(String(id));
  });

  it.each([
    ["resources", { resources: [{ id: 9001 }], rules: [] }],
    ["rules", { resources: [], rules: [{ id: 1 }] }],
  ])("a group that %s use cannot be deleted, and the error says what to do with what", async (users, usedBy) => {
    const resource = createResource(originGroup, getPlatform().config);
    expect(await resource.up(group())).toBe("done");
    const { emulator } = getPlatform();
    const originGroups = emulator.state().originGroups.map((found) => ({ ...found, usedBy }));
    emulator.replaceState({ originGroups });
    const failure = await resource.destroy().catch((error: Error) => error.message);
    expect(failure).toBe(
      `deleting origin group "assets": There are ${users} using this group (400). They are CDN resources of the account, ` +
        `or their rules, whose origin group is ${resource.id}; the platform does not say which. Give them another origin ` +
        'group first. Or keep this one: set onDestroy: "retain" and run `pulumi up`, then remove the resource',
    );
  });

  describe("the first preview says what is wrong with the address", () => {
    it.each<[string, (url: string) => string, (address: string) => string]>([
      [
        "with another path",
        (url) => `${url}/platform`,
        (address) =>
          `${address} is not the address of the platform: default backend - 404 (404). Check edgecloud:baseUrl and any proxy ` +
          "or gateway in between",
      ],
      [
        "with another scheme",
        (url) => url.replace("http:", "https:"),
        (address) =>
          `no connection to ${address}: it answers in http, not in https; correct the scheme or the port in edgecloud:baseUrl`,
      ],
    ])("%s", async (_, change, explain) => {
      const address = change(getPlatform().emulator.url);
      const config = { ...getPlatform().config, "edgecloud:baseUrl": address };
      const { failures } = await createResource(originGroup, config).preview(group());
      expect(failures).toEqual([`configuration: ${explain(address)}`]);
    });

    it("of a server that is not the platform", async () => {
      const { url } = await serve((_, response) => void response.end("<html>It works!</html>"));
      const config = { ...getPlatform().config, "edgecloud:baseUrl": url };
      const { failures } = await createResource(originGroup, config).preview(group());
      expect(failures).toEqual([
        expect.stringMatching(
          /^configuration: the answer from http:\S+ cannot be understood: .*\. Check edgecloud:baseUrl, its scheme, port and path$/,
        ),
      ]);
    });
  });

  it("a domain that does not resolve is named", async () => {
    const { emulator, config } = getPlatform();
    emulator.replaceState({ names: { "nowhere.example.com": "unresolvable" } });
    const resource = createResource(originGroup, config);
    const sources = [{ source: "a.example.com" }, { source: "nowhere.example.com" }];
    expect(String(await resource.up(group({ sources })))).toContain(
      'sources[1].source ("nowhere.example.com"): The domain name cannot be resolved.',
    );
  });

  describe("a platform with words of its own", () => {
    const dialect = { cloudvendor: "vendcloud" };
    const bucket = { s3BucketName: "b", s3Region: "r", s3AccessKeyId: "key-1", s3SecretAccessKey: "secret-secret-1x" };
    const cloud = { ...bucket, s3Type: "cloudvendor" };
    const wire = { s3_bucket_name: "b", s3_region: "r", s3_type: "vendcloud", ...{ s3_access_key_id: "key-1" } };
    const command = '`pulumi config set edgecloud:dialect \'{"cloudvendor":"vendcloud"}\'`';
    const orProvider = ", or as dialect of an explicit Provider";
    const problem =
      'edgecloud:dialect lacks words of this platform: origin group 1001 has "vendcloud", probably for "cloudvendor". ' +
      `Set them with ${command}${orProvider}`;
    const declared = group({ sources: [{ config: cloud }] });

    beforeEach(() => {
      const config = { ...wire, s3_secret_access_key: bucket.s3SecretAccessKey };
      const originGroups = [{ id: 1001, name: "assets", sources: [{ origin_type: "s3", config }] }];
      getPlatform().emulator.replaceState({ dialect, originGroups });
    });
    afterEach(() => {
      getPlatform().emulator.replaceState({ dialect: { cloudvendor: "cloudvendor" }, originGroups: [] });
    });

    it("is told from its answers at preview, and by the command that sets them", async () => {
      const resource = createResource(originGroup, getPlatform().config);
      const { failures } = await resource.preview({ ...declared, ...adopted });
      expect(failures).toEqual([problem]);
      const config = { ...getPlatform().config, "edgecloud:dialect": JSON.stringify(dialect) };
      const told = createResource(originGroup, config);
      expect((await told.preview({ ...declared, ...adopted })).failures).toEqual([]);
      expect(await told.up({ ...declared, ...adopted })).toBe("done");
      await told.refresh();
    });

    it("and by a refresh, where it would be drift", async () => {
      const resource = createResource(originGroup, getPlatform().config);
      const read = resource.import("1001").catch((error: Error) => error.message);
      expect(await read).toContain(
        `${problem}. \`pulumi refresh\` and \`pulumi destroy\` use the configuration of the last \`pulumi up\`; if it has ` +
          "changed since, add --run-program",
      );
    });

    it("names the setting where it refuses a word", async () => {
      const resource = createResource(originGroup, getPlatform().config);
      const failure = String(await resource.up({ ...declared, name: "new" }));
      expect(failure).toContain('sources[0].config.s3Type: "cloudvendor" is not a valid choice. (400). Platforms have');
      expect(failure).toContain('`pulumi config set edgecloud:dialect \'{"cloudvendor":"<word>"}\'`' + orProvider);
      const config = { ...getPlatform().config, "edgecloud:dialect": '{"edgeapp":"app"}' };
      const again = String(await createResource(originGroup, config).up({ ...declared, name: "new" }));
      expect(again).toContain(
        '`pulumi config set edgecloud:dialect \'{"cloudvendor":"<word>","edgeapp":"app"}\'`' + orProvider,
      );
    });
  });
});

const name = "tests-hidden-group";
const origin = { urn: "urn:pulumi:dev::test::some:Group::assets", isPreview: true };

it("a preview says what will keep a group from being created, without secret names", async () => {
  const { emulator, config } = getPlatform();
  emulator.replaceState({ originGroups: [{ id: 1001, name, sources }] });
  const news = { name: new Secret(name), sources };
  const settings = new HostSettings();
  settings.configure((key) => config[key]);
  const said: string[] = [];
  const context = { notify: (text: string) => void said.push(text), waits: silentDisplay(), runContext: origin };
  const plugin = new PluginResource(originGroup, settings);
  await plugin.managed.warnOfObstacle(plugin.open(news), context);
  const resource = hosts["the dynamic provider"](originGroup, config);
  const { notices } = await resource.preview({ ...news, [originKey]: origin, [secretMarksKey]: { name: true } });
  for (const texts of [said, notices]) {
    expect(texts).toEqual([expect.stringMatching(/^origin group "\[secret\]": `pulumi up` will fail/)]);
    expect(texts.join()).not.toContain(name);
  }
});

const backup = { source: "b.example.com", backup: new Secret(true) };

it.each<[string, unknown, JsonObject, JsonObject, string]>([
  [
    "a function",
    cloudFunction,
    resize({ adopt: true, autoscaling: new Secret({ minInstances: 2, maxInstances: 3 }), timeout: new Secret(47) }),
    { autoscaling: true, timeout: true },
    "timeout: changes, autoscaling.minInstances: changes, autoscaling.maxInstances: changes",
  ],
  [
    "a group",
    originGroup,
    { ...group(adopted), sources: [...sources, backup], useNext: new Secret(true) },
    { sources: { "b.example.com": { backup: true } }, useNext: true },
    'useNext: changes, sources[0].source: "old.example.com" → "a.example.com", sources[1]: is set',
  ],
  [
    "a snapshot",
    snapshotAttributes,
    { ...snapshot, tags: { keep: new Secret("9d") } },
    { tags: { keep: true } },
    "tags.keep: changes",
  ],
])("a preview shows no secret of %s that it adopts, however short", async (_, definition, args, marks, expected) => {
  const { config } = getPlatform();
  seed();
  expect(await hosts["the plugin"](cloudFunction, config).up(resize({}))).toBe("done");
  expect(await hosts["the plugin"](snapshotAttributes, config).up(snapshot)).toBe("done");
  const byPlugin = await hosts["the plugin"](definition, config).preview(args);
  const byProgram = await hosts["the dynamic provider"](definition, config).preview({
    ...args,
    [secretMarksKey]: marks,
  });
  for (const { failures, notices } of [byPlugin, byProgram]) {
    expect([failures, notices]).toEqual([[], [expect.stringContaining(`changes ${expected}`)]]);
  }
});

const taken = group({ originGroupId: 1001 });
const onwards = { originGroupId: 1002, name: "other", sources };
const resizing = resize({ adopt: true });
const noHandover = [expect.stringMatching(/^name cannot be handed over in the same change/)];

const stays = { ...taken, onDestroy: "retain" };
const kept = resize({ onDestroy: "retain" });
const later = { ...kept, namespace: new Unknown() };
const takesFunction = [undefined, { ...resizing, timeout: 31 }];

it.each<[string, unknown, JsonObject, JsonObject, (JsonObject | undefined)[], unknown[]]>([
  ["a retained group with its name", originGroup, group({ onDestroy: "retain" }), onwards, [undefined, taken], []],
  ["an adopted group", originGroup, taken, onwards, [undefined, taken], []],
  ["an adopted function", cloudFunction, resizing, { ...resizing, name: "crop" }, takesFunction, []],
  ["a retained function whose next namespace is not known yet", cloudFunction, kept, later, takesFunction, []],
  ["the name of a group that is deleted", originGroup, group(), onwards, [undefined, taken], noHandover],
  ["only the name of a retained group", originGroup, stays, onwards, [undefined, group()], noHandover],
  ["the name of a retained group, for another one", originGroup, stays, onwards, [onwards, group()], noHandover],
  [
    "the name that a group loses",
    originGroup,
    taken,
    { ...taken, name: "other" },
    [undefined, group({ originGroupId: 1003 })],
    noHandover,
  ],
])("takes what another resource gives up: %s", async (_, definition, before, after, takes, expected) => {
  const { emulator, config } = getPlatform();
  for (const order of [
    ["giver", "taker"],
    ["taker", "giver"],
  ]) {
    emulator.replaceState({
      namespaces,
      originGroups: ["assets", "fonts", "media"].map((name, index) => ({ id: 1001 + index, name, sources })),
    });
    expect(await hosts["the plugin"](cloudFunction, config).up(resize({}))).toBe("done");
    const settings = new HostSettings();
    settings.configure((key) => config[key]);
    const plugin = new PluginResource(definition as typeof originGroup, settings);
    const said: unknown[] = [];
    for (const who of order) {
      const runContext = { urn: `urn:pulumi:dev::test::some:Type::${who}`, isPreview: true };
      const [olds, news = {}] = who === "giver" ? [before, after] : takes;
      const { failures } = await plugin.check(olds, news, {
        notify: () => undefined,
        waits: silentDisplay(),
        runContext,
      });
      said.push(...failures.map(({ property, reason }) => `${property} ${reason}`));
    }
    expect(said).toEqual(expected);
  }
});

it("refuses to replace what it adopted and therefore retains, though the program adopts it no longer", async () => {
  const { emulator, config } = getPlatform();
  emulator.replaceState({ originGroups: [{ id: 1001, name: "assets", sources }] });
  const settings = new HostSettings();
  settings.configure((key) => config[key]);
  const plugin = new PluginResource(originGroup, settings);
  const runContext = { urn: "urn:pulumi:dev::test::some:Type::assets", isPreview: true };
  const surroundings = { notify: () => undefined, waits: silentDisplay(), runContext };
  // With `replaceOnChanges`, the engine itself decides, after `diff`, and then checks the new object.
  const [before, after] = [group(), group({ useNext: true })];
  await plugin.check(before, after, surroundings);
  const outputs = { ...before, adopted: true, originGroupId: 1001 };
  await plugin.diff(
    "1001",
    openStored({ inputs: before, outputs }, originGroup.traits),
    plugin.open(after),
    surroundings,
  );
  expect((await plugin.check(undefined, after, surroundings)).failures).toMatchObject([
    {
      property: "onDestroy",
      reason: expect.stringContaining('leaves the origin group "assets" on the platform') as string,
    },
  ]);
});
