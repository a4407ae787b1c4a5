import * as pulumi from "@pulumi/pulumi";
import * as dynamic from "pulumi-edgecloud";
import * as plugin from "pulumi-edgecloud/plugin";
import { required } from "../../engine/setup/functions";
import { findGroup } from "../../engine/setup/platform";
import { engineTest, type TestStack } from "../../engine/setup/test-stack";

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
const secrets = /key-of-media|secret-of-the-bucket|token-1234|header-1234|host-1234|http_503|named-key|named-secret/;

/** What is in no state, not even as a secret. */
const namedSecrets = /named-key|named-secret/;

type Host = typeof dynamic;

/** The same resources for either host; their names begin alike. */
function declare({ OriginGroup, CloudFunction }: Host, prefix: string, opts: pulumi.CustomResourceOptions): void {
  const declareGroup = (name: string, args: Omit<dynamic.OriginGroupArgs, "name">) =>
    new OriginGroup(`${prefix}-${name}`, { name: `${prefix}-${name}`, ...args }, opts);
  const assets = declareGroup("assets", { sources: [{ source: "a.example.com" }, bucket] });
  const later = pulumi.interpolate`group-${assets.originGroupId}.example.com`;
  const names = [{ source: later }, { source: pulumi.secret("host-1234.example.com") }, pulumi.secret(bucket)];
  const proxyNextUpstream = ["error" as const, pulumi.secret("http_503" as const)];
  declareGroup("names", { sources: names, proxyNextUpstream });
  const header = pulumi.secret("header-1234.example.com");
  declareGroup("header", { sources: [{ ...bucket, hostHeaderOverride: header }] });
  declareGroup("list", { sources: pulumi.secret([{ source: "b.example.com" }, bucket]) });
  const envs = { BUCKET: "media", TOKEN: pulumi.secret("token-1234") };
  new CloudFunction(`${prefix}-resize`, { ...required, name: `${prefix}-resize`, envs }, opts);
}

/** Resources whose credentials are variables of the environment. */
function declareNamed({ OriginGroup, CloudFunction }: Host, opts: pulumi.CustomResourceOptions): void {
  const { s3Type, s3StorageHostname, s3BucketName } = bucket.config;
  const place = { s3Type, s3StorageHostname, s3BucketName };
  const names = { s3AccessKeyIdFrom: { env: "MOVED_KEY" }, s3SecretAccessKeyFrom: { env: "MOVED_SECRET" } };
  new OriginGroup("named", { name: "named", sources: [{ config: { ...place, ...names } }] }, opts);
  const envsFrom = { TOKEN: { env: "MOVED_KEY" } };
  new CloudFunction("named-resize", { ...required, name: "named-resize", envsFrom }, opts);
}

/** Resources of both hosts, in any case. */
function declareMixed(): void {
  const first = new dynamic.OriginGroup("first", { name: "first", sources: [{ source: "a.example.com" }] });
  const source = pulumi.interpolate`group-${first.originGroupId}.example.com`;
  new plugin.OriginGroup("second", { name: "second", sources: [{ source }] });
}

/** The changes that were sent while `operation` ran. */
async function changesOf(stack: TestStack, operation: () => Promise<unknown>): Promise<string[]> {
  stack.emulator.clearRequests();
  await operation();
  return stack.changes();
}

engineTest(
  "moves: moving to the plugin and back changes nothing; an explicit provider moves with its resources; named " +
    "credentials go along, with their fingerprints, and a rotation is noticed; one program can use both hosts",
  {},
  async (stack) => {
    const { emulator } = stack;
    /** Everything with one host, except for what belongs to the explicit provider, which has moved for good. */
    const program = (host: Host, ofProvider: Host, opts: pulumi.CustomResourceOptions = {}) => {
      const settings = { apiKey: "demo-key", baseUrl: emulator.url, requestTimeoutSeconds: 30 };
      const provider = new ofProvider.Provider("eu", settings);
      declare(host, "main", opts);
      declare(ofProvider, "eu", { provider });
      declareNamed(host, opts);
      declareMixed();
    };
    const provide = (key: string) =>
      Object.assign(stack.stack.workspace.envVars, { MOVED_KEY: key, MOVED_SECRET: "named-secret-of-the-bucket" });
    provide("named-key-1");
    stack.program = () => program(dynamic, dynamic);
    await stack.up();
    const first = findGroup(emulator, "first");
    expect(first.sources).toMatchObject([{ source: "a.example.com" }]);
    expect(findGroup(emulator, "second").sources).toMatchObject([{ source: `group-${first.id}.example.com` }]);

    stack.program = () => program(plugin, plugin);
    const moving = async () => {
      expect(await stack.up()).toContain("16 unchanged");
      expect(await stack.refresh()).toContain("16 unchanged");
      expect(await stack.preview()).toMatch(/16 unchanged\n$/);
    };
    expect(await changesOf(stack, moving)).toEqual([]);
    const resources = (await stack.resources()).filter(({ urn }) => !urn.endsWith("::first"));
    expect(resources.map(({ type }) => type).sort()).toEqual([
      ...Array<string>(3).fill("edgecloud:index:CloudFunction"),
      ...Array<string>(10).fill("edgecloud:index:OriginGroup"),
    ]);
    for (const { outputs } of resources) {
      expect(outputs).not.toHaveProperty("__provider");
      expect(outputs).not.toHaveProperty("s3Credentials");
    }
    expect(JSON.stringify(resources)).not.toMatch(secrets);
    const provider = (await stack.allResources()).find(({ urn }) => urn.endsWith("::eu"));
    expect(provider?.type).toBe("pulumi:providers:edgecloud");

    provide("named-key-2");
    const rotating = async () =>
      expect(await stack.up()).toContain(
        "the value of the environment variable MOVED_KEY differs from the one sent last",
      );
    expect(await changesOf(stack, rotating)).toHaveLength(2);

    // And back, as the docs say.
    const aliases = ["OriginGroup", "CloudFunction"].map((type) => ({ type: `edgecloud:index:${type}` }));
    stack.program = () => program(dynamic, plugin, { aliases });
    const goingBack = async () => {
      const text = await stack.up(undefined, { diff: true });
      expect(text).toMatch(/7 updated\s+9 unchanged/);
      expect(text).not.toMatch(secrets);
    };
    expect(await changesOf(stack, goingBack)).toEqual([]);
    expect(JSON.stringify(await stack.resources())).not.toMatch(secrets);
    expect(await stack.preview()).toMatch(/16 unchanged\n$/);
    provide("named-key-3");
    expect(await changesOf(stack, () => stack.up())).toHaveLength(2);
    expect(await stack.pulumi("stack", "export", "--show-secrets")).not.toMatch(namedSecrets);
  },
);
