import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { findGroup } from "./setup/platform";
import { allCredentials, cloudBucket, credentials, rotated, storedCloudBucket } from "./setup/sources";
import { engineTest } from "./setup/test-stack";

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
  "something-else": { ignoreChanges: ["sources[0].backup"], sources: list, expected: rotated },
  all: { ignoreChanges: ["sources"], sources: list, expected: credentials },
  "all-of-an-output": {
    ignoreChanges: ["sources"],
    sources: (pair, later) => later(list(pair)),
    expected: credentials,
  },
  "one-entry": { ignoreChanges: ["sources[1]"], sources: list, expected: credentials },
  "one-leaf": {
    ignoreChanges: ["sources[1].config.s3SecretAccessKey"],
    sources: list,
    expected: { ...rotated, secretAccessKey: credentials.secretAccessKey },
  },
  "a-leaf-of-all": {
    ignoreChanges: ["sources[*].config.s3AccessKeyId"],
    sources: list,
    expected: { ...rotated, accessKeyId: credentials.accessKeyId },
  },
  "a-leaf-of-an-output": {
    ignoreChanges: ["sources[*].config.s3AccessKeyId"],
    sources: (pair, later) => later(list(pair)),
    expected: { ...rotated, accessKeyId: credentials.accessKeyId },
  },
  "a-bucket-that-is-known-later": {
    ignoreChanges: ["sources[1].config.s3SecretAccessKey"],
    sources: (pair, later) => {
      const { config, ...others } = cloudBucket(bucket, pair);
      return [host, { ...others, config: { ...config, s3BucketName: later(bucket) } }];
    },
    expected: { ...rotated, secretAccessKey: credentials.secretAccessKey },
  },
  "an-entry-that-is-known-later": {
    ignoreChanges: ["sources[1].config"],
    sources: (pair, later) => [host, later(cloudBucket(bucket, pair))],
    expected: credentials,
  },
};

engineTest("ignoreChanges of sources covers their credentials as well", {}, async (stack) => {
  const declare = (pair: Pair) => () => {
    const first = new OriginGroup("first", { name: "first", sources: [{ source: "first.example.com" }] });
    const later = <T>(value: T) => first.originGroupId.apply(() => value);
    for (const [name, { ignoreChanges, sources }] of Object.entries(rows)) {
      new OriginGroup(name, { name, sources: sources(pair, later) }, { ignoreChanges });
    }
  };
  stack.program = declare(credentials);
  await stack.up();
  stack.program = declare(rotated);
  const preview = await stack.preview();
  expect(allCredentials.filter((secret) => preview.includes(secret))).toEqual([]);
  await stack.up();
  const stored = Object.keys(rows).map((name) => {
    const source = findGroup(stack.emulator, name).sources[1];
    return [name, source && "config" in source ? source.config : undefined];
  });
  const expected = Object.entries(rows).map(([name, row]) => [name, storedCloudBucket(bucket, row.expected).config]);
  expect(stored).toEqual(expected);
  await expectConverged(stack);
});

engineTest("adds a bucket while credentials are ignored", {}, async (stack) => {
  const declare =
    (ignoreChanges: string[], ...more: string[]) =>
    () => {
      const sources = [host, ...["media", ...more].map((name) => cloudBucket(name))];
      new OriginGroup("group", { name: "group", sources }, { ignoreChanges });
    };
  stack.program = declare(["sources"]);
  await stack.up();
  stack.program = declare(["sources"], "more");
  expect(await stack.preview()).toMatch(/2 unchanged\n$/);
  stack.program = declare(["sources[1].config.s3AccessKeyId"], "more");
  await stack.up();
  expect(findGroup(stack.emulator, "group").sources.slice(1)).toEqual(
    ["media", "more"].map((name) => storedCloudBucket(name)),
  );
});

engineTest("ignores a credential at one position of an output", {}, async (stack) => {
  const declare = (pair: Pair) => () => {
    const ignoreChanges = ["sources[1].config.s3AccessKeyId"];
    new OriginGroup("group", { name: "group", sources: pulumi.output(list(pair)) }, { ignoreChanges });
  };
  stack.program = declare(credentials);
  await stack.up();
  stack.program = declare(rotated);
  await stack.up();
  const expected = { ...rotated, accessKeyId: credentials.accessKeyId };
  expect(findGroup(stack.emulator, "group").sources[1]).toEqual(storedCloudBucket(bucket, expected));
});
