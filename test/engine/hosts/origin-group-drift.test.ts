import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { byHost } from "../setup/host";
import { changeGroups, type StoredGroup } from "../setup/platform";
import { diffOf } from "../setup/previews";
import { engineTest } from "../setup/test-stack";

/** A change made behind Pulumi's back, and what a preview shows of it after a refresh. */
interface Drift {
  /** In place of the two hosts `a.example.com` and `b.example.com`, and the defaults. */
  args?: Partial<OriginGroupArgs>;
  change(group: StoredGroup): Partial<StoredGroup>;
  diff: string;
}

/** A bucket without its credentials. */
const storage = {
  s3Type: "other",
  s3BucketName: "media",
  s3Region: "north-1",
  s3StorageHostname: "storage.example.com",
} as const;

/** Credentials, which no refresh can read. */
const known = { s3AccessKeyId: "known-access-key", s3SecretAccessKey: "known/secret/key/0001" } as const;

const bucket = { sources: [{ config: { ...storage, ...known } }] };

const changeSource = (index: number, change: object) => (group: StoredGroup) => ({
  sources: group.sources.map((source, at) => (at === index ? { ...source, ...change } : source)),
});

const changeConfig = (change: object) => (group: StoredGroup) =>
  changeSource(0, { config: { ...("config" in group.sources[0]! ? group.sources[0].config : {}), ...change } })(group);

/** A change inside one entry: the dynamic provider keeps entries by their names, the plugin by their positions. */
const inEntry = (index: number, name: string, change: string) =>
  byHost({ dynamic: `~ sources: { ~ ${name}: { ${change} } }`, plugin: `~ sources: [ ~ [${index}]: { ${change} } ]` });

const bucketLines = (sign: string, name: string, credentials: readonly [string, string]) =>
  `${sign} backup : false ${sign} config : { ${credentials[0]}${sign} s3AuthType : "cloudSignatureV4" ` +
  `${sign} s3BucketName : "${name}" ${sign} s3Region : "north-1" ${credentials[1]}` +
  `${sign} s3StorageHostname: "storage.example.com" ${sign} s3Type : "other" } ${sign} enabled : true ${sign} originType: "s3"`;

const media = bucketLines("+", "media", ["+ s3AccessKeyId : [secret] ", "+ s3SecretAccessKey: [secret] "]);

/** One for every field of a group, by name. */
const drifts: Record<string, Drift> = {
  name: {
    args: { name: "name" },
    change: () => ({ name: "renamed elsewhere" }),
    diff: '~ name: "renamed elsewhere" => "name"',
  },
  useNext: { change: () => ({ use_next: true }), diff: "~ useNext: true => false" },
  cases: {
    change: () => ({ proxy_next_upstream: ["error", "http_503"] }),
    diff: byHost({
      dynamic: "~ proxyNextUpstream: { - http_503: true + timeout : true }",
      plugin: '~ proxyNextUpstream: [ ~ [1]: "http_503" => "timeout" ]',
    }),
  },
  path: { change: () => ({ path: "/elsewhere" }), diff: '- path: "/elsewhere"' },
  host: {
    change: changeSource(1, { source: "elsewhere.example.com:8443" }),
    diff: byHost({
      dynamic:
        '~ sources: { + b.example.com : { + after : "a.example.com" + backup : false + enabled: true } ' +
        '- elsewhere.example.com:8443: { - after : "a.example.com" - backup : false - enabled: true } }',
      plugin: '~ sources: [ ~ [1]: { ~ source: "elsewhere.example.com:8443" => "b.example.com" } ]',
    }),
  },
  backup: { change: changeSource(1, { backup: true }), diff: inEntry(1, "b.example.com", "~ backup: true => false") },
  hostHeader: {
    change: changeSource(1, { host_header_override: "elsewhere.example.com" }),
    diff: inEntry(1, "b.example.com", '- hostHeaderOverride: "elsewhere.example.com"'),
  },
  order: {
    change: ({ sources }) => ({ sources: sources.toReversed() }),
    diff: byHost({
      dynamic:
        '~ sources: { ~ a.example.com: { - after: "b.example.com" } ~ b.example.com: { + after: "a.example.com" } }',
      plugin:
        '~ sources: [ + [0]: { + backup : false + enabled: true + source : "a.example.com" } ' +
        '- [1]: { - backup : false - enabled: true - source : "a.example.com" } ]',
    }),
  },
  added: {
    change: ({ sources }) => ({
      sources: [...sources, { source: "c.example.com", backup: false, enabled: true, host_header_override: null }],
    }),
    diff: byHost({
      dynamic: '~ sources: { - c.example.com: { - after : "b.example.com" - backup : false - enabled: true } }',
      plugin: '~ sources: [ - [2]: { - backup : false - enabled: true - source : "c.example.com" } ]',
    }),
  },
  removed: {
    change: ({ sources }) => ({ sources: sources.slice(0, 1) }),
    diff: byHost({
      dynamic: '~ sources: { + b.example.com: { + after : "a.example.com" + backup : false + enabled: true } }',
      plugin: '~ sources: [ + [1]: { + backup : false + enabled: true + source : "b.example.com" } ]',
    }),
  },
  s3Bucket: {
    args: bucket,
    change: changeConfig({ s3_bucket_name: "elsewhere" }),
    diff: byHost({
      dynamic: `~ sources: { - elsewhere: { ${bucketLines("-", "elsewhere", ["", ""])} } + media : { ${media} } }`,
      plugin:
        "~ sources: [ ~ [0]: { ~ config: { + s3AccessKeyId : [secret] " +
        '~ s3BucketName : "elsewhere" => "media" + s3SecretAccessKey: [secret] } } ]',
    }),
  },
  s3Region: {
    args: bucket,
    change: changeConfig({ s3_region: "south-1" }),
    diff: inEntry(0, "media", '~ config: { ~ s3Region: "south-1" => "north-1" }'),
  },
  edgeapp: {
    args: { sources: [{ originType: "edgeapp", config: { appId: "4711" } }] },
    change: changeSource(0, { config: { app_id: "4712" } }),
    diff: byHost({
      dynamic:
        '~ sources: { + 4711: { + backup : false + config : { + appId: "4711" } + enabled : true + originType: "edgeapp" } ' +
        '- 4712: { - backup : false - config : { - appId: "4712" } - enabled : true - originType: "edgeapp" } }',
      plugin: '~ sources: [ ~ [0]: { ~ config: { ~ appId: "4712" => "4711" } } ]',
    }),
  },
  form: {
    args: bucket,
    change: () => ({
      sources: [{ source: "a.example.com", backup: false, enabled: true, host_header_override: null }],
    }),
    diff: byHost({
      dynamic: `~ sources: { - a.example.com: { - backup : false - enabled: true } + media : { ${media} } }`,
      plugin:
        '~ sources: [ ~ [0]: { + config : { + s3AccessKeyId : [secret] + s3AuthType : "cloudSignatureV4" + s3BucketName : "media" ' +
        '+ s3Region : "north-1" + s3SecretAccessKey: [secret] + s3StorageHostname: "storage.example.com" + s3Type : "other" } ' +
        '+ originType: "s3" - source : "a.example.com" } ]',
    }),
  },
  legacyBucket: {
    args: { sources: undefined, authType: "cloudSignatureV4", auth: { ...storage, ...known } },
    change: ({ auth }) => ({ auth: auth && { ...auth, s3_region: "south-1" } }),
    diff: '~ auth: { ~ s3Region: "south-1" => "north-1" }',
  },
};

const declare = (args: Record<string, Partial<OriginGroupArgs>>) => () => {
  for (const [name, own] of Object.entries(args)) {
    const sources = [{ source: "a.example.com" }, { source: "b.example.com" }];
    new OriginGroup(name, { name, sources, ...own });
  }
};

engineTest("drift: each field shows up alone in the diff and is repaired", {}, async (stack) => {
  stack.program = declare(Object.fromEntries(Object.entries(drifts).map(([name, { args = {} }]) => [name, args])));
  await stack.up();
  const wanted = stack.emulator.state();
  changeGroups(stack.emulator, (group) => drifts[group.name]?.change(group) ?? {});
  const drifted = stack.emulator.state();

  await stack.refresh();
  expect(stack.emulator.state()).toEqual(drifted);
  stack.emulator.clearRequests();
  const preview = await stack.preview();
  const shown = Object.fromEntries(Object.keys(drifts).map((name) => [name, diffOf(preview, name)]));
  expect(shown).toEqual(Object.fromEntries(Object.entries(drifts).map(([name, { diff }]) => [name, diff])));

  await stack.up();
  expect(stack.emulator.state()).toEqual(wanted);
  expect(stack.changes().sort()).toEqual(
    wanted.originGroups.map(({ id }) => `PUT /cdn/origin_groups/${id} 200`).sort(),
  );
  expect(await stack.preview()).toMatch(new RegExp(`${Object.keys(drifts).length + 1} unchanged`));
});
