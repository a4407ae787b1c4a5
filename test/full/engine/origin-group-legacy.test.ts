import { OriginGroup, type LegacyAuth, type OriginGroupArgs } from "pulumi-edgecloud";
import * as pulumi from "@pulumi/pulumi";
import { expectConverged, expectOnlyCredentialsHidden } from "../../engine/setup/expectations";
import { findGroup } from "../../engine/setup/platform";
import {
  cloudBucket,
  credentials,
  legacyBucket,
  rotated,
  storedCloudBucket,
  storedDefaults,
  storedLegacyBucket,
} from "../../engine/setup/sources";
import { engineTest } from "../../engine/setup/test-stack";

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

const legacy = (name: string, change: Partial<LegacyAuth> = {}): OriginGroupArgs => ({
  name,
  authType: "cloudSignatureV4",
  auth: { ...auth, ...change },
});

engineTest(
  "legacy: creates, rotates, and moves to an S3 source in place; a bucket at other storage converges",
  {},
  async (stack) => {
    let args = legacy("moved");
    stack.program = () => {
      new OriginGroup("moved", args);
      new OriginGroup("kept", legacy("kept"));
      new OriginGroup("other", { name: "other", authType: "cloudSignatureV4", auth: pulumi.output(legacyBucket) });
      new OriginGroup("prefixed", { name: "prefixed", path: "/static", sources: [{ source: "a.example.com" }] });
      new OriginGroup("plain", { name: "plain", sources: [{ source: "a.example.com" }] });
    };
    const expectStored = (name: string, group: object) => {
      const { id, ...found } = findGroup(stack.emulator, name);
      expect({ ...found, isInPlace: id === (ids[name] ??= id) }).toEqual({ ...group, name, isInPlace: true });
    };
    const ids: Record<string, number> = {};
    const creation = await stack.preview();
    expect(expectOnlyCredentialsHidden(creation)).toBe(6);
    await stack.up();
    expectStored("moved", stored);
    expectStored("kept", stored);
    expectStored("other", { ...storedDefaults, ...storedLegacyBucket("media") });

    const secretAccessKey = secretKey(rotated.secretAccessKey);
    args = legacy("moved", { s3SecretAccessKey: secretAccessKey });
    const rotation = await stack.up(undefined, { diff: true });
    expect(rotation).toMatch(/~ auth: \{\s+~ s3SecretAccessKey: \[secret\] => \[secret\]\s+\}/);
    expect(rotation).toMatch(/~ 1 updated\n +5 unchanged/);
    expectStored("moved", { ...stored, auth: { ...stored.auth, s3_secret_access_key: secretAccessKey } });

    const pair = { ...credentials, secretAccessKey };
    args = { name: "moved", sources: [cloudBucket("media", pair)] };
    const move = await stack.up(undefined, { diff: true });
    expectOnlyCredentialsHidden(move);
    expectStored("moved", { ...storedDefaults, sources: [storedCloudBucket("media", pair)] });
    await expectConverged(stack);
  },
);
