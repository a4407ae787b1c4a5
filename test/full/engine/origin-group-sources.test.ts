import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, type OriginGroupArgs } from "pulumi-edgecloud";
import { expectConverged, expectOnlyCredentialsHidden } from "../../engine/setup/expectations";
import { findGroup } from "../../engine/setup/platform";
import { readFiles, findWords } from "../../engine/setup/search";
import {
  allCredentials,
  cloudBucket,
  otherBucket,
  rotated,
  storedCloudBucket,
  storedOtherBucket,
  storedSwitches,
} from "../../engine/setup/sources";
import { engineTest, type TestStack } from "../../engine/setup/test-stack";

type Sources = OriginGroupArgs["sources"];

/** One group of its own for each row. */
type Rows = Record<string, { sources: () => Sources; stored: readonly (StoredSource & Record<string, unknown>)[] }>;

type StoredSource = { source?: string; config?: { s3_bucket_name?: string; app_id?: string } } & object;

/** What names a source, and is its key in the state of the dynamic provider. */
function nameOf({ source, config }: StoredSource): string | undefined {
  return source ?? config?.s3_bucket_name ?? config?.app_id;
}

const media = cloudBucket("media");
const films = cloudBucket("films", rotated);
const elsewhere = otherBucket("elsewhere", rotated).config;
const storedElsewhere = storedOtherBucket("elsewhere", rotated);
const application = { originType: "edgeapp" as const, config: { appId: "4711" } };
const storedApplication = { ...storedSwitches, origin_type: "edgeapp", config: { app_id: "4711" } };

const forms: Rows = {
  hosts: {
    sources: () => [
      { source: "a.example.com:8443" },
      { source: "192.0.2.7", backup: true },
      { originType: "host", source: "192.0.2.8:81", enabled: false, hostHeaderOverride: "www.example.com" },
    ],
    stored: [
      { ...storedSwitches, source: "a.example.com:8443" },
      { ...storedSwitches, source: "192.0.2.7", backup: true },
      { ...storedSwitches, source: "192.0.2.8:81", enabled: false, host_header_override: "www.example.com" },
    ],
  },
  cloudvendor: {
    sources: () => [{ ...media, config: { ...media.config, s3StorageHostname: null } }],
    stored: [storedCloudBucket("media")],
  },
  other: {
    sources: () => [{ originType: "s3", config: { ...elsewhere, s3Region: null } }],
    stored: [storedElsewhere],
  },
  "origin type left out": {
    sources: () => [{ config: elsewhere }, { config: media.config, backup: true }],
    stored: [storedElsewhere, { ...storedCloudBucket("media"), backup: true }],
  },
  edgeapp: { sources: () => [application], stored: [storedApplication] },
  mixed: {
    sources: () => [application, media, { source: "a.example.com" }, films, { config: elsewhere }],
    stored: [
      storedApplication,
      storedCloudBucket("media"),
      { ...storedSwitches, source: "a.example.com" },
      storedCloudBucket("films", rotated),
      storedElsewhere,
    ],
  },
};

const sameStored = [storedCloudBucket("media"), storedCloudBucket("films", rotated)];

/** Each declares the same two buckets, with an output at another level. */
const inputs: Rows = {
  "whole sources": { sources: () => pulumi.output([media, films]), stored: sameStored },
  "whole sources, a promise": {
    sources: () => Promise.resolve([media, films]),
    stored: sameStored,
  },
  "one entry": { sources: () => [media, pulumi.output(films)], stored: sameStored },
  "every entry": {
    sources: () => [Promise.resolve(media), pulumi.output(films)],
    stored: sameStored,
  },
  config: {
    sources: () => [{ ...media, config: pulumi.output(media.config) }, films],
    stored: sameStored,
  },
  "bucket name": {
    sources: () => [media, { ...films, config: { ...films.config, s3BucketName: pulumi.output("films") } }],
    stored: sameStored,
  },
  "every leaf": {
    sources: () =>
      [media, films].map(({ originType, config }) => ({
        originType: pulumi.output(originType),
        backup: pulumi.output(false),
        enabled: Promise.resolve(true),
        config: {
          s3Type: pulumi.output(config.s3Type),
          s3BucketName: config.s3BucketName,
          s3Region: Promise.resolve(config.s3Region),
          s3AccessKeyId: pulumi.secret(config.s3AccessKeyId),
          s3SecretAccessKey: pulumi.output(config.s3SecretAccessKey),
        },
      })),
    stored: sameStored,
  },
};

/** Puts each value that is marked as secret at another level. */
const hidden = "tests-hidden.example.com";
const hiddenEntry = { ...media, hostHeaderOverride: hidden };
const storedHidden = [
  { ...storedCloudBucket("media"), host_header_override: hidden },
  storedCloudBucket("films", rotated),
];
const secrets: Rows = {
  "secret sources": { sources: () => pulumi.secret([hiddenEntry, films]), stored: storedHidden },
  "secret entry": { sources: () => [pulumi.secret(hiddenEntry), films], stored: storedHidden },
  "secret config": {
    sources: () => [
      { ...hiddenEntry, hostHeaderOverride: pulumi.secret(hidden), config: pulumi.secret(media.config) },
      films,
    ],
    stored: storedHidden,
  },
};

function declareRows(rows: Rows): void {
  for (const [name, { sources }] of Object.entries(rows)) {
    new OriginGroup(name, { name, sources: sources() });
  }
}

/** Every argument of the group beside its sources. */
function declareWithOutputs(): void {
  new OriginGroup("outputs", {
    name: pulumi.output("outputs"),
    useNext: Promise.resolve(true),
    proxyNextUpstream: ["error", pulumi.output("http_404" as const)],
    path: pulumi.output("/static"),
    onDestroy: pulumi.output("delete" as const),
    sources: [{ source: pulumi.output("a.example.com"), hostHeaderOverride: pulumi.output("www.example.com") }],
  });
}

function expectStored(stack: TestStack, rows: Rows): void {
  for (const [name, { stored }] of Object.entries(rows)) {
    expect([name, ...findGroup(stack.emulator, name).sources]).toEqual([name, ...stored]);
  }
}

engineTest(
  "sources: any form, with outputs, promises and secrets at every level, reaches the platform",
  {},
  async (stack) => {
    const open = { ...forms, ...inputs };
    // Credentials are stored by position while the sources are outputs; the second group is declared in clear later.
    const moved: Record<string, Sources> = {};
    const move = (names: string[], sources: Sources) => {
      Object.assign(moved, Object.fromEntries(names.map((name) => [name, sources])));
    };
    let isSecretDeclared = false;
    stack.program = () => {
      declareRows(open);
      declareWithOutputs();
      Object.entries(moved).forEach(([name, sources]) => void new OriginGroup(name, { name, sources }));
      declareRows(isSecretDeclared ? secrets : {});
    };
    move(["moved", "moved, then in clear"], [pulumi.output(media), pulumi.output(films)]);
    const buckets = Object.values(open)
      .flatMap(({ stored }): readonly StoredSource[] => stored)
      .filter(({ config }) => config?.s3_bucket_name);
    expect(expectOnlyCredentialsHidden(await stack.preview())).toBe(2 * (buckets.length + 4));
    await stack.up();
    expectStored(stack, open);
    const resources = await stack.resources();
    for (const [name, { stored }] of Object.entries(open)) {
      const { sources } = resources.find(({ inputs }) => inputs.name === name)?.inputs ?? {};
      expect([name, ...Object.keys(sources as object).sort()]).toEqual([name, ...stored.map(nameOf).sort()]);
    }
    expect(findGroup(stack.emulator, "outputs")).toMatchObject({
      use_next: true,
      proxy_next_upstream: ["error", "http_404"],
      path: "/static",
      sources: [{ source: "a.example.com", host_header_override: "www.example.com" }],
    });

    move(["moved", "moved, then in clear"], [pulumi.output(films), pulumi.output(media)]);
    expectOnlyCredentialsHidden(await stack.up(undefined, { diff: true }));
    const expectMoved = () =>
      Object.keys(moved).forEach((name) =>
        expect([name, ...findGroup(stack.emulator, name).sources]).toEqual([name, ...sameStored.toReversed()]),
      );
    expectMoved();

    move(["moved, then in clear"], [films, media]);
    isSecretDeclared = true;
    const preview = await stack.preview();
    const up = await stack.up();
    expect(findWords([hidden, ...allCredentials], { preview, up, ...readFiles(stack) })).toEqual([]);
    expectStored(stack, secrets);
    expectMoved();
    await expectConverged(stack);
  },
);
