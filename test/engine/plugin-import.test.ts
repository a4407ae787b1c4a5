import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud/plugin";
import { idOf as idOfFunction, required, createFunctionSeed as seededFunction } from "./setup/functions";
import {
  idOf as idOfSnapshot,
  projectId,
  regionId,
  createSnapshotSeed as seededSnapshot,
  snapshotId,
} from "./setup/snapshots";
import { engineTest, failureText } from "./setup/test-stack";
import { yamlProject, yamlTest } from "./setup/yaml-stack";

const bucket = {
  s3_type: "other",
  s3_storage_hostname: "s3.example.com",
  s3_bucket_name: "media",
  s3_access_key_id: "key-of-media",
  s3_secret_access_key: "secret-of-the-bucket",
} as const;

const seed = {
  originGroups: [
    { id: 42, name: "hosts", sources: [{ source: "a.example.com" }, { source: "b.example.com", backup: true }] },
    { id: 43, name: "bucket", sources: [{ origin_type: "s3" as const, config: bucket }] },
    { id: 44, name: "legacy", auth_type: "cloudSignatureV4" as const, auth: bucket },
  ],
  functions: [seededFunction({ envs: { LEVEL: "info" }, description: "Resizes." })],
  snapshots: [seededSnapshot()],
};

const importOf = (type: string, name: string, id: string) => ({ type: `edgecloud:index:${type}`, name, id });

/** One of each type. */
const estate = [
  importOf("OriginGroup", "hosts", "42"),
  importOf("CloudFunction", "resize", idOfFunction()),
  importOf("SnapshotAttributes", "nightly", idOfSnapshot()),
];

/** The lines of a preview that change something. */
function changedLines(preview: string): string[] {
  return preview
    .split("\n")
    .filter((line) => /^\s+[-+~] /.test(line) && !/edgecloud:index:|to update/.test(line))
    .map((line) => line.trim());
}

yamlTest(
  "imports a file of several resources with generated code, and a bad import changes nothing",
  yamlProject("", {
    "estate.json": JSON.stringify({ resources: [...estate, importOf("OriginGroup", "legacy", "44")] }),
  }),
  { seed, left: ["bucket"] },
  async (stack) => {
    await stack.up();
    const before = stack.emulator.state();
    const bad = [
      importOf("OriginGroup", "site", "999"),
      importOf("OriginGroup", "site", "assets"),
      importOf("SnapshotAttributes", "site", snapshotId),
    ];
    const reasons = [
      "reading origin group: the platform has no origin group with the ID 999. Correct the ID, or use the key of the",
      'reading origin group: "assets" is not the ID of an origin group; the form is a number, such as 1001',
      `reading snapshot attributes: "${snapshotId}" is not the ID of a snapshot; the form is <project>/<region>/<snapshot>`,
    ];
    for (const [index, { type, name, id }] of bad.entries()) {
      expect(await failureText(stack.import(type, name, id))).toContain(reasons[index]);
    }

    const code = await stack.import("--file", "estate.json");
    expect(code).not.toMatch(/s3AccessKeyId|s3SecretAccessKey/);
    // Of which docs/adopt.md warns: Pulumi's own generator writes secrets in clear.
    expect(code).toMatch(/LEVEL:\s+fn::secret: info/);
    await stack.write(yamlProject(code));
    expect(await failureText(stack.import("edgecloud:index:OriginGroup", "hosts", "44"))).toContain("already exists");
    // A second time by mistake, under another name.
    await stack.import("edgecloud:index:OriginGroup", "copy", "42");
    expect(await stack.up()).toContain('origin group "hosts" (ID 42) stays on the platform: another resource of this');
    expect(await stack.preview()).toMatch(/ 5 unchanged\n$/);
    expect(stack.emulator.state()).toEqual(before);
    await stack.pulumi("state", "delete", "--yes", "urn:pulumi:dev::test::edgecloud:index:CloudFunction::resize");
  },
);

yamlTest(
  "the generated code for a group with a bucket lacks only the credentials",
  yamlProject(""),
  { seed, left: ["hosts", "legacy"] },
  async (stack) => {
    await stack.up();
    const code = await stack.import("edgecloud:index:OriginGroup", "bucket", "43");
    expect(await stack.pulumi("stack", "export", "--show-secrets")).not.toMatch(/SECRET_VALUE|key-of-media|\*\*\*/);
    const credentials = "s3AccessKeyId: key-of-media\n            s3SecretAccessKey: secret-of-the-bucket";
    await stack.write(yamlProject(code.replace("s3Type: other", `s3Type: other\n            ${credentials}`)));
    expect(changedLines(await stack.preview())).toEqual([
      "~ sources: [",
      "~ [0]: {",
      "~ config: {",
      "+ s3AccessKeyId    : [secret]",
      "+ s3SecretAccessKey: [secret]",
    ]);
    await stack.up();
    expect(await stack.preview()).toMatch(/ 2 unchanged\n$/);
  },
);

yamlTest(
  "generated code has secrets and lacks a snapshot's attributes, as the page says",
  yamlProject(""),
  { seed, left: ["hosts", "bucket", "legacy"] },
  async (stack) => {
    await stack.up();
    const before = stack.emulator.state();
    const resize = await stack.import("edgecloud:index:CloudFunction", "resize", idOfFunction());
    expect(resize).toContain("LEVEL:\n          fn::secret: info");
    const nightly = await stack.import("edgecloud:index:SnapshotAttributes", "nightly", idOfSnapshot());
    expect(nightly).not.toMatch(/name:|tags:/);
    const declared = "name: as found\n      tags: { team: old }\n      snapshotId:";
    const both = resize.replace(/^ *protect:.*\n|^ *options:\n/gm, "") + nightly.slice(nightly.indexOf("  nightly:"));
    await stack.write(
      yamlProject(both.replace("snapshotId:", declared).replace(/^ *protect:.*\n|^ *options:\n/gm, "")),
    );
    expect(changedLines(await stack.preview())).toEqual(['+ name: "as found"', "+ tags: {", '+ team: "old"']);
    await stack.up();
    expect(await stack.preview()).toMatch(/ 3 unchanged\n$/);
    expect(stack.emulator.state()).toEqual(before);
    await stack.pulumi("state", "delete", "--yes", "urn:pulumi:dev::test::edgecloud:index:CloudFunction::resize");
  },
);

const optionProgram = `resources:
  hosts:
    type: edgecloud:OriginGroup
    properties:
      name: hosts
      sources: [{ source: a.example.com }, { source: b.example.com, backup: true }]
    options: { import: "42" }
`;

yamlTest(
  "the import option of YAML takes over a group unchanged",
  yamlProject(optionProgram),
  { seed, left: ["bucket", "legacy"] },
  async (stack) => {
    const before = stack.emulator.state();
    await stack.up();
    expect(await stack.preview()).toMatch(/ 2 unchanged\n$/);
    expect(stack.emulator.state()).toEqual(before);
  },
);

/** The objects of the seed, as children of a component. */
class Site extends pulumi.ComponentResource {
  constructor(imports: { group?: string; function?: string; snapshot?: string } = {}) {
    super("demo:index:Site", "site");
    const optionOf = (id?: string) => ({ parent: this, ...(id !== undefined && { import: id }) });
    const sources = [{ source: "a.example.com" }, { source: "b.example.com", backup: true }];
    new OriginGroup("hosts", { name: "hosts", sources }, optionOf(imports.group));
    const autoscaling = { minInstances: 0, maxInstances: 1 };
    const told = { autoscaling, dependencies: "", disabled: false, enableApiKey: false };
    const described = { envs: { LEVEL: "info" }, description: "Resizes.", ...told };
    new CloudFunction("resize", { ...required, ...described }, optionOf(imports.function));
    new SnapshotAttributes("nightly", { projectId, regionId, snapshotId }, optionOf(imports.snapshot));
  }
}

engineTest(
  "the import option of TypeScript takes over objects unchanged, and an unknown ID is an error",
  { seed, left: ["bucket", "legacy"] },
  async (stack) => {
    const before = stack.emulator.state();
    stack.program = () => void new Site({ group: "999" });
    expect(await failureText(stack.preview())).toContain(
      "the platform has no origin group with the ID 999. Correct the",
    );
    stack.program = () => void new Site({ group: "42", function: idOfFunction(), snapshot: idOfSnapshot() });
    await stack.up();
    stack.program = () => void new Site();
    expect(await stack.preview()).toMatch(/5 unchanged\n$/);
    expect(stack.changes()).toEqual([]);
    expect(stack.emulator.state()).toEqual(before);
    await stack.destroy();
    stack.emulator.seed({ functions: seed.functions });
  },
);

engineTest("imports children of a component from a file", { seed, left: ["bucket", "legacy"] }, async (stack) => {
  const component = { type: "demo:index:Site", name: "site", component: true };
  const resources = [component, ...estate.map((resource) => ({ ...resource, parent: "site" }))];
  // The command needs the host of the project's language; not every test run has the one for TypeScript.
  const project = path.join(stack.stack.workspace.workDir, "Pulumi.yaml");
  writeFileSync(project, readFileSync(project, "utf8").replace("runtime: nodejs", "runtime: yaml"));
  await stack.stack.import({ resources, protect: false, generateCode: false });
  stack.program = () => void new Site();
  expect(await stack.preview()).toMatch(/5 unchanged\n$/);
  expect(stack.changes()).toEqual([]);
  await stack.destroy();
  stack.emulator.seed({ functions: seed.functions });
});

const many = Array.from({ length: 100 }, (_, index) => ({
  id: 1000 + index,
  name: `group-${index}`,
  sources: [{ source: "a.example.com" }],
}));

yamlTest(
  "imports a file of 100 groups with few requests",
  yamlProject("", {
    "estate.json": JSON.stringify({
      resources: many.map(({ id, name }) => importOf("OriginGroup", name, String(id))),
    }),
  }),
  { seed: { originGroups: many }, left: many.map(({ name }) => name) },
  async (stack) => {
    await stack.up();
    stack.emulator.clearRequests();
    await stack.pulumi("import", "--yes", "--protect=false", "--generate-code=false", "--file", "estate.json");
    const reads = stack.emulator.requests();
    expect(reads.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(reads.length).toBeLessThanOrEqual(15);
    await stack.pulumi("state", "delete", "--all", "--yes", "--force");
  },
);
