import * as pulumi from "@pulumi/pulumi";
import * as dynamic from "pulumi-edgecloud";
import * as plugin from "pulumi-edgecloud/plugin";
import { required } from "./setup/functions";
import { engineTest, type TestStack } from "./setup/test-stack";

const bucket = {
  config: {
    s3Type: "other",
    s3StorageHostname: "s3.example.com",
    s3BucketName: "media",
    s3AccessKeyId: "key-of-media",
    s3SecretAccessKey: "secret-of-the-bucket",
  },
} as const;

/** What no state and no preview may show. */
const secrets = /key-of-media|secret-of-the-bucket|token-1234|header-1234|host-1234|http_503/;

/** The same resources for either host. */
function declare({ OriginGroup, CloudFunction }: typeof dynamic, opts: pulumi.CustomResourceOptions = {}): void {
  const assets = new OriginGroup("assets", { name: "assets", sources: [{ source: "a.example.com" }, bucket] }, opts);
  const later = pulumi.interpolate`group-${assets.originGroupId}.example.com`;
  const names = [{ source: later }, { source: pulumi.secret("host-1234.example.com") }, pulumi.secret(bucket)];
  const proxyNextUpstream = ["error" as const, pulumi.secret("http_503" as const)];
  new OriginGroup("names", { name: "names", sources: names, proxyNextUpstream }, opts);
  const header = pulumi.secret("header-1234.example.com");
  new OriginGroup("header", { name: "header", sources: [{ ...bucket, hostHeaderOverride: header }] }, opts);
  new OriginGroup("list", { name: "list", sources: pulumi.secret([{ source: "b.example.com" }, bucket]) }, opts);
  const envs = { BUCKET: "media", TOKEN: pulumi.secret("token-1234") };
  new CloudFunction("resize", { ...required, envs }, opts);
}

/** The changes that were sent while `operation` ran. */
async function changesOf(stack: TestStack, operation: () => Promise<unknown>): Promise<string[]> {
  stack.emulator.clearRequests();
  await operation();
  return stack.changes();
}

engineTest("moves: moving from the dynamic provider to the plugin changes nothing", {}, async (stack) => {
  stack.program = () => declare(dynamic);
  await stack.up();
  stack.program = () => declare(plugin);
  const moving = async () => {
    expect(await stack.preview()).toMatch(/6 unchanged\n$/);
    expect(await stack.up()).toContain("6 unchanged");
    expect(await stack.refresh()).toContain("6 unchanged");
    expect(await stack.preview()).toMatch(/6 unchanged\n$/);
  };
  expect(await changesOf(stack, moving)).toEqual([]);
  const resources = await stack.resources();
  expect(resources.map(({ type }) => type).sort()).toEqual([
    "edgecloud:index:CloudFunction",
    "edgecloud:index:OriginGroup",
    "edgecloud:index:OriginGroup",
    "edgecloud:index:OriginGroup",
    "edgecloud:index:OriginGroup",
  ]);
  for (const { outputs } of resources) {
    expect(outputs).not.toHaveProperty("__provider");
    expect(outputs).not.toHaveProperty("s3Credentials");
  }
  expect(JSON.stringify(resources)).not.toMatch(secrets);

  // And back, as the docs say.
  stack.program = () => {
    const types = ["OriginGroup", "CloudFunction"].map((type) => ({ type: `edgecloud:index:${type}` }));
    declare(dynamic, { aliases: types });
  };
  const goingBack = async () => {
    const preview = await stack.preview();
    expect(preview).toMatch(/5 to update\s+1 unchanged/);
    expect(preview).not.toMatch(secrets);
    expect(await stack.up()).toMatch(/5 updated\s+1 unchanged/);
  };
  expect(await changesOf(stack, goingBack)).toEqual([]);
  expect(JSON.stringify(await stack.resources())).not.toMatch(secrets);
  expect(await stack.preview()).toMatch(/6 unchanged\n$/);
});

engineTest("moves: an explicit provider and its resources move together", {}, async (stack) => {
  const program = (host: typeof dynamic) => () => {
    const baseUrl = stack.emulator.url;
    const provider = new host.Provider("eu", { apiKey: "demo-key", baseUrl, requestTimeoutSeconds: 30 });
    declare(host, { provider });
  };
  stack.program = program(dynamic);
  await stack.up();
  stack.program = program(plugin);
  const moving = async () => {
    expect(await stack.preview()).toMatch(/7 unchanged\n$/);
    expect(await stack.up()).toContain("7 unchanged");
  };
  expect(await changesOf(stack, moving)).toEqual([]);
  const provider = (await stack.allResources()).find(({ type }) => type.startsWith("pulumi:providers:"));
  expect(provider?.type).toBe("pulumi:providers:edgecloud");
});

engineTest("one program can use both hosts", {}, async (stack) => {
  stack.program = () => {
    const source = new dynamic.OriginGroup("first", { name: "first", sources: [{ source: "a.example.com" }] });
    const host = pulumi.interpolate`group-${source.originGroupId}.example.com`;
    new plugin.OriginGroup("second", { name: "second", sources: [{ source: host }] });
  };
  await stack.up();
  expect(stack.emulator.state().originGroups.map(({ sources }) => sources[0])).toMatchObject([
    { source: "a.example.com" },
    { source: "group-1001.example.com" },
  ]);
  expect(await stack.preview()).toMatch(/3 unchanged\n$/);
});

engineTest(
  "moves: named credentials go along, with their fingerprints, and a rotation is noticed",
  {},
  async (stack) => {
    const named = (hostOf: typeof dynamic, opts: pulumi.CustomResourceOptions = {}) => {
      const { s3Type, s3StorageHostname, s3BucketName } = bucket.config;
      const place = { s3Type, s3StorageHostname, s3BucketName };
      const names = { s3AccessKeyIdFrom: { env: "MOVED_KEY" }, s3SecretAccessKeyFrom: { env: "MOVED_SECRET" } };
      new hostOf.OriginGroup("assets", { name: "assets", sources: [{ config: { ...place, ...names } }] }, opts);
      new hostOf.CloudFunction("resize", { ...required, envsFrom: { TOKEN: { env: "MOVED_KEY" } } }, opts);
    };
    const provide = (key: string) =>
      Object.assign(stack.stack.workspace.envVars, { MOVED_KEY: key, MOVED_SECRET: "secret-of-the-bucket" });
    provide("key-of-media");
    stack.program = () => named(dynamic);
    await stack.up();
    stack.program = () => named(plugin);
    const moving = async () => expect(await stack.up()).toContain("3 unchanged");
    expect(await changesOf(stack, moving)).toEqual([]);
    provide("key-of-media-2");
    expect(await stack.preview()).toContain(
      "the value of the environment variable MOVED_KEY differs from the one sent last",
    );
    expect(await changesOf(stack, () => stack.up())).toHaveLength(2);

    stack.program = () => {
      const types = ["OriginGroup", "CloudFunction"].map((type) => ({ type: `edgecloud:index:${type}` }));
      named(dynamic, { aliases: types });
    };
    const goingBack = async () => expect(await stack.up()).toMatch(/2 updated\s+1 unchanged/);
    expect(await changesOf(stack, goingBack)).toEqual([]);
    expect(await stack.preview()).toMatch(/3 unchanged\n$/);
    provide("key-of-media-3");
    expect(await changesOf(stack, () => stack.up())).toHaveLength(2);
    expect(await stack.pulumi("stack", "export", "--show-secrets")).not.toMatch(secrets);
  },
);
