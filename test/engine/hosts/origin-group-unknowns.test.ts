import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { byHost } from "../setup/host";
import { expectConverged, expectOnlyCredentialsHidden } from "../setup/expectations";
import { findGroup } from "../setup/platform";
import {
  cloudBucket,
  credentials,
  otherBucket,
  rotated,
  storedCloudBucket,
  storedDefaults,
  storedLegacyBucket,
  storedSwitches,
} from "../setup/sources";
import { engineTest } from "../setup/test-stack";

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
      auth: number.apply((known) => otherBucket(`bucket-${known}`).config),
    }),
    stored: storedLegacyBucket("bucket-1001"),
  },
};

const plain = { sources: [{ source: "a.example.com" }] };
const storedPlain = { ...storedDefaults, sources: [{ ...storedSwitches, source: "a.example.com" }] };

const found = { id: 7, name: "found", sources: [{ source: "a.example.com" }] };

/** Groups with one value that becomes unknown: it comes from a group that is added. */
function declareChanged(first: OriginGroup, added?: OriginGroup): void {
  const backup = added ? added.originGroupId.apply((id) => id > 0) : false;
  const source = added ? pulumi.interpolate`group-${added.originGroupId}.example.com` : "a.example.com";
  const sources = {
    "changed-flag": [{ source: "a.example.com" }, { source: "b.example.com", backup }],
    "changed-name": [{ source }, { source: "b.example.com" }],
  };
  for (const [name, own] of Object.entries(sources)) {
    new OriginGroup(name, { name, sources: own }, { dependsOn: first });
  }
}

engineTest(
  "unknowns: every argument and the ID to adopt may come from another resource, also later, and only that leaf changes",
  { seed: { originGroups: [found] }, changed: ["found"] },
  async (stack) => {
    let hasAdded = false;
    stack.program = () => {
      // The ID of a group that changes stays known.
      const first = new OriginGroup("first", { ...plain, name: "first", useNext: hasAdded });
      for (const [name, { args }] of Object.entries(rows)) {
        new OriginGroup(name, { name, ...plain, ...args(first.originGroupId) });
      }
      const originGroupId = first.originGroupId.apply(() => found.id);
      const adopted = new OriginGroup("adopted", { ...plain, name: "found", useNext: true, originGroupId });
      declareChanged(first, hasAdded ? new OriginGroup("added", { ...plain, name: "added" }) : undefined);
      return { id: adopted.id };
    };
    const total = Object.keys(rows).length + 5;
    const creation = await stack.preview();
    expect(creation).toContain(`${total} to create`);
    expectOnlyCredentialsHidden(creation);
    expect((await stack.outputs()).id?.value).toBe("7");
    for (const [name, { stored }] of Object.entries(rows)) {
      const group = findGroup(stack.emulator, name);
      expect([name, group]).toEqual([name, { ...storedPlain, id: group.id, name, ...stored }]);
    }
    expect(findGroup(stack.emulator, "found")).toMatchObject({ id: 7, use_next: true });

    hasAdded = true;
    const change = (await stack.preview()).replaceAll(/\s+/g, " ");
    expect(change).toContain(`+ 1 to create ~ 3 to update 4 changes. ${total - 3} unchanged`);
    expect(change).toContain(
      byHost({
        dynamic: "~ sources: { ~ b.example.com: { ~ backup: false => [unknown] } }",
        plugin: "~ sources: [ ~ [1]: { ~ backup: false => [unknown] } ]",
      }),
    );
    expect(change).toContain(
      byHost({
        dynamic:
          "~ sources: { - a.example.com: { - backup : false - enabled: true } " +
          '~ b.example.com: { ~ after: "a.example.com" => "from added" } ' +
          "+ from added : { + backup : false + enabled: true + source : [unknown] } }",
        plugin: '~ sources: [ ~ [0]: { ~ source: "a.example.com" => [unknown] } ]',
      }),
    );
    await stack.up();
    expect(findGroup(stack.emulator, "changed-flag").sources).toMatchObject([{ backup: false }, { backup: true }]);
    expect(findGroup(stack.emulator, "changed-name").sources).toEqual([
      { ...storedSwitches, source: `group-${findGroup(stack.emulator, "added").id}.example.com` },
      { ...storedSwitches, source: "b.example.com" },
    ]);
    await expectConverged(stack);
  },
);
