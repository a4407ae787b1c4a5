import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { byHost } from "./setup/host";
import { expectConverged, expectOnlyCredentialsHidden } from "./setup/expectations";
import { findGroup } from "./setup/platform";
import { cloudBucket, credentials, rotated, storedCloudBucket, storedDefaults, storedSwitches } from "./setup/sources";
import { engineTest } from "./setup/test-stack";

const media = cloudBucket("media");

/** The first group has no ID before it is created; this platform then assigns 1001. */
type Later = pulumi.Output<number>;

/** The arguments of each group, which depend on another one's ID, and what the platform stores. */
const rows: Record<string, { args: (number: Later) => Partial<OriginGroupArgs>; stored: object }> = {
  name: {
    args: (number) => ({ name: pulumi.interpolate`name`.apply((name) => number.apply(() => name)) }),
    stored: {},
  },
  "settings of the group": {
    args: (number) => ({
      useNext: number.apply((known) => known > 0),
      proxyNextUpstream: ["timeout", number.apply(() => "http_404" as const)],
    }),
    stored: { use_next: true, proxy_next_upstream: ["timeout", "http_404"] },
  },
  "set of cases": {
    args: (number) => ({
      useNext: true,
      proxyNextUpstream: number.apply(() => ["http_503" as const, "error" as const]),
    }),
    stored: { use_next: true, proxy_next_upstream: ["error", "http_503"] },
  },
  "host name": {
    args: (number) => ({
      sources: [{ source: "a.example.com" }, { source: pulumi.interpolate`group-${number}.example.com` }],
    }),
    stored: {
      sources: [
        { ...storedSwitches, source: "a.example.com" },
        { ...storedSwitches, source: "group-1001.example.com" },
      ],
    },
  },
  "only source that is no backup and enabled": {
    args: (number) => ({
      sources: [
        { source: "a.example.com", backup: true, enabled: false },
        { source: "b.example.com", backup: number.apply(() => false), enabled: number.apply(() => true) },
      ],
    }),
    stored: {
      sources: [
        { ...storedSwitches, source: "a.example.com", backup: true, enabled: false },
        { ...storedSwitches, source: "b.example.com" },
      ],
    },
  },
  "whole sources": {
    args: (number) => ({ sources: number.apply((known) => [{ source: `group-${known}.example.com` }, media]) }),
    stored: { sources: [{ ...storedSwitches, source: "group-1001.example.com" }, storedCloudBucket("media")] },
  },
  "one entry": {
    args: (number) => ({
      sources: [media, number.apply((known) => cloudBucket(`bucket-${known}`, rotated))],
    }),
    stored: { sources: [storedCloudBucket("media"), storedCloudBucket("bucket-1001", rotated)] },
  },
  config: {
    args: (number) => ({ sources: [{ config: number.apply((known) => cloudBucket(`bucket-${known}`).config) }] }),
    stored: { sources: [storedCloudBucket("bucket-1001")] },
  },
  "bucket names": {
    args: (number) => ({
      sources: [
        { config: { ...media.config, s3BucketName: pulumi.interpolate`first-${number}` } },
        { config: { ...cloudBucket("", rotated).config, s3BucketName: pulumi.interpolate`second-${number}` } },
      ],
    }),
    stored: { sources: [storedCloudBucket("first-1001"), storedCloudBucket("second-1001", rotated)] },
  },
  credentials: {
    args: (number) => ({
      sources: [
        {
          config: {
            ...media.config,
            s3AccessKeyId: number.apply(() => credentials.accessKeyId),
            s3SecretAccessKey: pulumi.secret(number.apply(() => credentials.secretAccessKey)),
          },
        },
      ],
    }),
    stored: { sources: [storedCloudBucket("media")] },
  },
  "legacy credentials": {
    args: (number) => ({
      sources: undefined,
      authType: "cloudSignatureV4",
      auth: number.apply((known) => ({
        s3Type: "other" as const,
        s3BucketName: `bucket-${known}`,
        s3StorageHostname: "storage.example.com",
        s3AccessKeyId: credentials.accessKeyId,
        s3SecretAccessKey: credentials.secretAccessKey,
      })),
    }),
    stored: {
      sources: [],
      auth_type: "cloudSignatureV4",
      auth: {
        s3_type: "other",
        s3_bucket_name: "bucket-1001",
        s3_storage_hostname: "storage.example.com",
        s3_access_key_id: credentials.accessKeyId,
        s3_secret_access_key: credentials.secretAccessKey,
      },
    },
  },
};

const plain = { sources: [{ source: "a.example.com" }] };
const storedPlain = { ...storedDefaults, sources: [{ ...storedSwitches, source: "a.example.com" }] };

engineTest("unknowns: every argument may come from another resource", {}, async (stack) => {
  stack.program = () => {
    const first = new OriginGroup("first", { ...plain, name: "first" });
    for (const [name, { args }] of Object.entries(rows)) {
      new OriginGroup(name, { name, ...plain, ...args(first.originGroupId) });
    }
  };
  const total = Object.keys(rows).length + 2;
  const preview = await stack.preview();
  expect(preview).toContain(`${total} to create`);
  expectOnlyCredentialsHidden(preview);
  await stack.up();
  for (const [name, { stored }] of Object.entries(rows)) {
    const group = findGroup(stack.emulator, name);
    expect([name, group]).toEqual([name, { ...storedPlain, id: group.id, name, ...stored }]);
  }
  await expectConverged(stack);
});

engineTest("unknowns: a value becoming unknown changes only that leaf", {}, async (stack) => {
  let backup: () => pulumi.Input<boolean> = () => false;
  stack.program = () => {
    const sources = [{ source: "a.example.com" }, { source: "b.example.com", backup: backup() }];
    new OriginGroup("assets", { name: "assets", sources });
  };
  await stack.up();
  backup = () => new OriginGroup("added", { ...plain, name: "added" }).originGroupId.apply((id) => id > 0);
  expect((await stack.preview()).replaceAll(/\s+/g, " ")).toContain(
    byHost({
      dynamic: "~ sources: { ~ b.example.com: { ~ backup: false => [unknown] } }",
      plugin: "~ sources: [ ~ [1]: { ~ backup: false => [unknown] } ]",
    }),
  );
  await stack.up();
  expect(findGroup(stack.emulator, "assets").sources).toMatchObject([{ backup: false }, { backup: true }]);
  await expectConverged(stack);
});

engineTest("unknowns: a name becoming unknown changes only that entry", {}, async (stack) => {
  let origin: () => pulumi.Input<string> = () => "a.example.com";
  stack.program = () => {
    const source = origin();
    new OriginGroup("assets", { name: "assets", sources: [{ source }, { source: "b.example.com" }] });
  };
  await stack.up();
  origin = () => {
    const added = new OriginGroup("added", { ...plain, name: "added" });
    return pulumi.interpolate`group-${added.originGroupId}.example.com`;
  };
  const preview = await stack.preview();
  const lines = preview.replaceAll(/\s+/g, " ");
  expect(lines).toContain(
    byHost({
      dynamic:
        "~ sources: { - a.example.com: { - backup : false - enabled: true } " +
        '~ b.example.com: { ~ after: "a.example.com" => "from added" } ' +
        "+ from added : { + backup : false + enabled: true + source : [unknown] } }",
      plugin: '~ sources: [ ~ [0]: { ~ source: "a.example.com" => [unknown] } ]',
    }),
  );
  await stack.up();
  const [changed, unchanged] = findGroup(stack.emulator, "assets").sources;
  expect(changed).toEqual({ ...storedSwitches, source: "group-1002.example.com" });
  expect(unchanged).toEqual({ ...storedSwitches, source: "b.example.com" });
  await expectConverged(stack);
});

const found = { id: 7, name: "found", sources: [{ source: "a.example.com" }] };

engineTest(
  "unknowns: the ID to adopt may be unknown at preview",
  { seed: { originGroups: [found] }, changed: ["found"] },
  async (stack) => {
    stack.program = () => {
      const first = new OriginGroup("first", { ...plain, name: "first" });
      const originGroupId = first.originGroupId.apply(() => found.id);
      const adopted = new OriginGroup("adopted", { ...plain, name: "found", useNext: true, originGroupId });
      return { id: adopted.id };
    };
    expect(await stack.preview()).toContain("3 to create");
    expect((await stack.outputs()).id?.value).toBe("7");
    expect(findGroup(stack.emulator, "found")).toMatchObject({ id: 7, use_next: true });
    await expectConverged(stack);
  },
);
