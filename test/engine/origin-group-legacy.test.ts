import { OriginGroup, type LegacyAuth, type OriginGroupArgs } from "pulumi-edgecloud";
import * as pulumi from "@pulumi/pulumi";
import { expectConverged, expectOnlyCredentialsHidden } from "./setup/expectations";
import { cloudBucket, credentials, rotated, storedCloudBucket, storedDefaults } from "./setup/sources";
import { engineTest } from "./setup/test-stack";

const id = 1001;
/** The legacy form wants secrets of exactly 40 characters for the main cloud vendor's storage. */
const secretKey = (text: string) => text.padEnd(40, "/");

const auth = {
  s3Type: "cloudvendor",
  s3BucketName: "media",
  s3Region: "north-1",
  s3AccessKeyId: credentials.accessKeyId,
  s3SecretAccessKey: secretKey(credentials.secretAccessKey),
} satisfies LegacyAuth;

const stored = {
  ...storedDefaults,
  id,
  name: "assets",
  auth_type: "cloudSignatureV4",
  sources: [],
  auth: {
    s3_type: "cloudvendor",
    s3_bucket_name: "media",
    s3_region: "north-1",
    s3_access_key_id: credentials.accessKeyId,
    s3_secret_access_key: secretKey(credentials.secretAccessKey),
  },
};

const legacy = (change: Partial<LegacyAuth> = {}): OriginGroupArgs => ({
  name: "assets",
  authType: "cloudSignatureV4",
  auth: { ...auth, ...change },
});

engineTest("legacy: create, rotate, then move to an S3 source, all in place", {}, async (stack) => {
  let args = legacy();
  stack.program = () => void new OriginGroup("assets", args);
  const created = await stack.preview();
  expect(expectOnlyCredentialsHidden(created)).toBe(2);
  await stack.up();
  expect(stack.emulator.state().originGroups).toEqual([stored]);
  await expectConverged(stack);

  const secretAccessKey = secretKey(rotated.secretAccessKey);
  args = legacy({ s3SecretAccessKey: secretAccessKey });
  const rotation = await stack.preview();
  expect(rotation).toMatch(/~ auth: \{\s+~ s3SecretAccessKey: \[secret\] => \[secret\]\s+\}/);
  await stack.up();
  const storedAuth = { ...stored.auth, s3_secret_access_key: secretAccessKey };
  expect(stack.emulator.state().originGroups).toEqual([{ ...stored, auth: storedAuth }]);

  const moved = { ...credentials, secretAccessKey };
  args = { name: "assets", sources: [cloudBucket("media", moved)] };
  const move = await stack.preview();
  expectOnlyCredentialsHidden(move);
  expect(move).not.toMatch(/deprecated/);
  await stack.up();
  expect(stack.emulator.state().originGroups).toEqual([
    { ...storedDefaults, id, name: "assets", sources: [storedCloudBucket("media", moved)] },
  ]);
  await expectConverged(stack);
});

engineTest("legacy: other storage converges, with auth as an output", {}, async (stack) => {
  const other = {
    s3Type: "other",
    s3BucketName: "media",
    s3StorageHostname: "storage.example.com",
    s3AccessKeyId: credentials.accessKeyId,
    s3SecretAccessKey: credentials.secretAccessKey,
  } satisfies LegacyAuth;
  stack.program = () =>
    void new OriginGroup("assets", { name: "assets", authType: "cloudSignatureV4", auth: pulumi.output(other) });
  expect(expectOnlyCredentialsHidden(await stack.preview())).toBe(2);
  await stack.up();
  expect(stack.emulator.state().originGroups).toEqual([
    {
      ...stored,
      auth: {
        s3_type: "other",
        s3_bucket_name: "media",
        s3_storage_hostname: "storage.example.com",
        s3_access_key_id: credentials.accessKeyId,
        s3_secret_access_key: credentials.secretAccessKey,
      },
    },
  ]);
  await expectConverged(stack);
});

engineTest("legacy: deprecated arguments warn at preview and name their replacement", {}, async (stack) => {
  stack.program = () => {
    new OriginGroup("bucket", legacy());
    new OriginGroup("prefixed", { name: "prefixed", path: "/static", sources: [{ source: "a.example.com" }] });
    new OriginGroup("plain", { name: "plain", sources: [{ source: "a.example.com" }] });
  };
  const warnings = (await stack.preview()).split("\n").filter((line) => line.includes("deprecated"));
  expect(warnings.map((line) => line.trim()).sort()).toEqual([
    "warning: bucket: auth is deprecated: give `sources` an entry " +
      '{ originType: "s3", config: { … } } with the same bucket and credentials.',
    "warning: bucket: authType is deprecated: leave it out and give `sources` an entry " +
      '{ originType: "s3", config: { … } }.',
    "warning: prefixed: path is deprecated: leave it out and let the origins serve the paths as they are requested.",
  ]);
});
