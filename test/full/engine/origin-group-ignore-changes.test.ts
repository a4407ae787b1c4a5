import type * as pulumi from "@pulumi/pulumi";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../engine/setup/expectations";
import { findGroup } from "../../engine/setup/platform";
import { allCredentials, cloudBucket, credentials, rotated, storedCloudBucket } from "../../engine/setup/sources";
import { engineTest } from "../../engine/setup/test-stack";

type Pair = typeof credentials;

const bucket = "media.v1";
const host = { source: "a.example.com" };
const list = (pair: Pair) => [host, cloudBucket(bucket, pair)];

interface Row {
  ignoreChanges: string[];
  sources: (pair: Pair, later: <T>(value: T) => pulumi.Output<T>) => OriginGroupArgs["sources"];
  /** What the platform has after all credentials were rotated in the program. */
  expected: Pair;
}

const rows: Record<string, Row> = {
  nothing: { ignoreChanges: [], sources: list, expected: rotated },
  all: { ignoreChanges: ["sources"], sources: list, expected: credentials },
  "one-entry": { ignoreChanges: ['sources["media.v1"]'], sources: list, expected: credentials },
  "one-leaf": {
    ignoreChanges: ['sources["media.v1"].config.s3SecretAccessKey'],
    sources: list,
    expected: { ...rotated, secretAccessKey: credentials.secretAccessKey },
  },
  "a-leaf-of-all": {
    ignoreChanges: ["sources[*].config.s3AccessKeyId"],
    sources: list,
    expected: { ...rotated, accessKeyId: credentials.accessKeyId },
  },
  "a-bucket-that-is-known-later": {
    ignoreChanges: ['sources["from first"].config.s3SecretAccessKey'],
    sources: (pair, later) => {
      const { config, ...others } = cloudBucket(bucket, pair);
      return [host, { ...others, config: { ...config, s3BucketName: later(bucket) } }];
    },
    expected: { ...rotated, secretAccessKey: credentials.secretAccessKey },
  },
};

/** The rows whose rotation is not ignored altogether. */
const changed = Object.values(rows).filter(({ expected }) => expected !== credentials);

engineTest("ignoreChanges of sources covers their credentials, also while a bucket is added", {}, async (stack) => {
  let pair = credentials;
  const growing = { names: ["media"], ignoreChanges: ["sources"] };
  stack.program = () => {
    const first = new OriginGroup("first", { name: "first", sources: [{ source: "first.example.com" }] });
    const later = <T>(value: T) => first.originGroupId.apply(() => value);
    for (const [name, { ignoreChanges, sources }] of Object.entries(rows)) {
      new OriginGroup(name, { name, sources: sources(pair, later) }, { ignoreChanges });
    }
    const { names, ignoreChanges } = growing;
    const sources = [host, ...names.map((name) => cloudBucket(name))];
    new OriginGroup("growing", { name: "growing", sources }, { ignoreChanges });
  };
  await stack.up();
  pair = rotated;
  growing.names = ["media", "more"];
  const rotation = await stack.up(undefined, { diff: true });
  expect(allCredentials.filter((secret) => rotation.includes(secret))).toEqual([]);
  const unchanged = Object.keys(rows).length + 3 - changed.length;
  expect(rotation).toMatch(new RegExp(`~ ${changed.length} updated\\n +${unchanged} unchanged\\n`));
  const stored = Object.keys(rows).map((name) => {
    const source = findGroup(stack.emulator, name).sources[1];
    return [name, source && "config" in source ? source.config : undefined];
  });
  const expected = Object.entries(rows).map(([name, row]) => [name, storedCloudBucket(bucket, row.expected).config]);
  expect(stored).toEqual(expected);
  expect(findGroup(stack.emulator, "growing").sources).toHaveLength(2);

  growing.ignoreChanges = ["sources.media.config.s3AccessKeyId"];
  expect(await stack.up()).toMatch(/~ 1 updated\n/);
  expect(findGroup(stack.emulator, "growing").sources.slice(1)).toEqual(
    ["media", "more"].map((name) => storedCloudBucket(name)),
  );
  await expectConverged(stack);
});
