import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, Provider, SnapshotAttributes } from "pulumi-edgecloud";
import { createFunctionSeed, required } from "../../../engine/setup/functions";
import { projectId, regionId, seed, snapshotId } from "../../../engine/setup/snapshots";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

const sources = [{ source: "a.example.com" }];
const snapshot = { projectId, regionId, snapshotId };

/** Two resources that declare the same, and the error of one of them. */
const rows: [() => unknown, RegExp][] = [
  [
    () => {
      const parent = new pulumi.ComponentResource("test:index:Site", "site");
      new OriginGroup("assets", { name: "assets", sources });
      new OriginGroup("assets", { name: "assets", sources }, { parent });
    },
    /name is also declared by the resource "urn:pulumi:dev::test::\S*OriginGroup::assets" of this program\. Names are unique on the platform/,
  ],
  [
    () => ["first", "second"].map((name) => new CloudFunction(name, { ...required })),
    /name is also declared by the resource "(first|second)" of this program\. Names are unique in a namespace/,
  ],
  [
    () => ["first", "second"].map((name) => new SnapshotAttributes(name, { ...snapshot, tags: { team: name } })),
    /tags\.team is also declared by the resource "(first|second)" of this program\. Let one resource declare it for the/,
  ],
  [
    () => ["first", "second"].map((name) => new OriginGroup(name, { name: "legacy", sources, originGroupId: 101 })),
    /originGroupId is also declared by the resource "(first|second)" of this program\. Only one resource can manage a group/,
  ],
  [
    () => ["first", "second"].map((name) => new CloudFunction(name, { ...required, name: "legacy", adopt: true })),
    /adopt is also declared by the resource "(first|second)" of this program\. Only one resource can manage a function/,
  ],
  // The unit tests have what else of a snapshot cannot be shared.
  [
    () => {
      new SnapshotAttributes("first", { ...snapshot, tags: { a: "1" } });
      new SnapshotAttributes("second", { ...snapshot, tags: { b: "2" }, exclusiveTags: true });
    },
    /(tags cannot be declared beside exclusiveTags of the resource "second"|exclusiveTags cannot be declared beside tags of the resource "first") of this program\. Let one resource declare all tags of the snapshot, or set exclusiveTags: false/,
  ],
];

engineTest(
  "same names: the preview names the other resource that declares the same object",
  {
    seed: {
      ...seed,
      originGroups: [{ id: 101, name: "legacy", sources }],
      functions: [createFunctionSeed({ name: "legacy" })],
    },
  },
  async (stack) => {
    for (const [program, expected] of rows) {
      stack.program = program;
      expect(await failureText(stack.preview())).toMatch(expected);
    }
    expect(stack.changes()).toEqual([]);
  },
);

engineTest("same names: different objects may share one", { seed }, async (stack) => {
  const { url } = stack.emulator;
  const program = (runtime: string) => () => {
    new OriginGroup("assets", { name: "assets", sources });
    const parent = new pulumi.ComponentResource("test:index:Site", "site");
    new OriginGroup("assets", { name: "other assets", sources }, { parent });
    const first = new CloudFunction("first", { ...required, runtime });
    new CloudFunction("second", { ...required, namespace: "videos" });
    // Another connection may be another account: only the platform knows what is on it.
    const provider = new Provider("eu", { apiKey: "demo-key", baseUrl: url });
    new CloudFunction("third", { ...required, regionId: 8 }, { provider });
    new SnapshotAttributes("mine", { ...snapshot, name: "nightly", tags: { a: "1" } });
    new SnapshotAttributes("yours", { ...snapshot, tags: { b: "2" } });
    return { state: first.functionId };
  };
  stack.program = program("go1.16.6");
  await stack.up();
  // A replacement is checked twice.
  stack.program = program("node20");
  expect(await stack.preview()).toMatch(/ \+-1 to replace\n +9 unchanged\n/);
  const stored = (await stack.resources()).map(({ inputs, outputs }) => ({ inputs, outputs }));
  expect(JSON.stringify(stored)).not.toContain("__origin");
});
