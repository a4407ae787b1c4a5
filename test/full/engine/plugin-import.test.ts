import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud/plugin";
import { idOf as idOfFunction, required, createFunctionSeed as seededFunction } from "../../engine/setup/functions";
import { changedLines } from "../../engine/setup/previews";
import {
  idOf as idOfSnapshot,
  projectId,
  regionId,
  createSnapshotSeed as seededSnapshot,
  snapshotId,
} from "../../engine/setup/snapshots";
import { engineTest, failureText } from "../../engine/setup/test-stack";
import { yamlProject, yamlTest } from "../../engine/setup/yaml-stack";

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
    { id: 45, name: "option", sources: [{ source: "a.example.com" }, { source: "b.example.com", backup: true }] },
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

const buckets = [importOf("OriginGroup", "bucket", "43"), importOf("OriginGroup", "legacy", "44")];

const many = Array.from({ length: 100 }, (_, index) => ({
  id: 1000 + index,
  name: `group-${index}`,
  sources: [{ source: "a.example.com" }],
}));

const fileOf = (resources: object[]) => JSON.stringify({ resources });

const withOption = `  option:
    type: edgecloud:OriginGroup
    properties:
      name: option
      sources: [{ source: a.example.com }, { source: b.example.com, backup: true }]
    options: { import: "45" }
`;

yamlTest(
  "imports a file of 100 groups with two requests each, and one of several resources with generated code, which lacks only " +
    "credentials and a snapshot's attributes; a bad import changes nothing; YAML's import option takes over a group",
  yamlProject("", {
    "groups.json": fileOf(many.map(({ id, name }) => importOf("OriginGroup", name, String(id)))),
    "estate.json": fileOf([...estate, ...buckets]),
  }),
  {
    seed: { ...seed, originGroups: [...seed.originGroups, ...many] },
    left: many.map(({ name }) => name),
  },
  async (stack) => {
    const { emulator } = stack;
    const before = emulator.state();
    await stack.pulumi("import", "--yes", "--protect=false", "--generate-code=false", "--file", "groups.json");
    const reads = emulator.requests();
    expect(reads.filter(({ method }) => method !== "GET")).toEqual([]);
    // Pulumi reads each object twice. What goes into a new state comes from single answers, not from a list.
    expect(reads.length).toBeLessThanOrEqual(2 * many.length + 15);
    await stack.pulumi("state", "delete", "--all", "--yes", "--force");

    const bad = [importOf("OriginGroup", "site", "assets"), importOf("Origingroup", "site", "101")];
    const reasons = [
      'reading origin group: "assets" is not the ID of an origin group; the form is a number, such as 1001',
      "error: Preview failed: the package edgecloud has no resource edgecloud:index:Origingroup; it has edgecloud:index:",
    ];
    for (const [index, { type, name, id }] of bad.entries()) {
      const failure = await failureText(stack.import(type, name, id));
      expect(failure).toContain(reasons[index]);
      expect(failure).not.toMatch(/ at .*provider\/plugin\/index\.js/);
    }

    const code = await stack.import("--file", "estate.json");
    expect(code).not.toMatch(/s3AccessKeyId|s3SecretAccessKey/);
    // Of which docs/adopt.md warns: Pulumi's own generator writes secrets in clear.
    expect(code).toMatch(/LEVEL:\s+fn::secret: info/);
    const [, ofSnapshot = ""] = code.split("  nightly:\n");
    expect(ofSnapshot.split(/^ {2}\w/m)[0]).not.toMatch(/name:|tags:/);
    expect(await stack.pulumi("stack", "export", "--show-secrets")).not.toMatch(/SECRET_VALUE|key-of-media|\*\*\*/);
    expect(await failureText(stack.import("edgecloud:index:OriginGroup", "hosts", "44"))).toContain("already exists");
    // A second time by mistake, under another name.
    await stack.import("edgecloud:index:OriginGroup", "copy", "42");

    const credentials = "s3AccessKeyId: key-of-media\n            s3SecretAccessKey: secret-of-the-bucket";
    const attributes = "name: as found\n      tags: { team: old }\n      snapshotId:";
    const completed = code
      .replace(/^ {12}s3Type: other/m, `            s3Type: other\n            ${credentials}`)
      .replace("snapshotId:", attributes);
    await stack.write(yamlProject(completed + withOption));
    const preview = await stack.preview();
    expect(changedLines(preview, "bucket")).toEqual([
      "~ sources: [",
      "~ [0]: {",
      "~ config: {",
      "+ s3AccessKeyId    : [secret]",
      "+ s3SecretAccessKey: [secret]",
    ]);
    expect(changedLines(preview, "nightly")).toEqual(['+ name: "as found"', "+ tags: {", '+ team: "old"']);
    expect(preview).toMatch(/~ 2 to update/);
    expect(await stack.up()).toContain('origin group "hosts" (ID 42) stays on the platform: another resource of this');
    expect(await stack.preview()).toMatch(/ 7 unchanged\n$/);
    expect(emulator.state()).toEqual(before);
    await stack.pulumi("state", "delete", "--yes", "urn:pulumi:dev::test::edgecloud:index:CloudFunction::resize");
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
  "the import option of TypeScript, and an import of a component with its children from a file, take over objects " +
    "unchanged; an unknown ID is an error",
  { seed, left: ["bucket", "legacy", "option"] },
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

    await stack.pulumi("state", "delete", "--all", "--yes", "--force");
    const component = { type: "demo:index:Site", name: "site", component: true };
    const resources = [component, ...estate.map((resource) => ({ ...resource, parent: "site" }))];
    // The command needs the host of the project's language; not every test run has the one for TypeScript.
    const project = path.join(stack.stack.workspace.workDir, "Pulumi.yaml");
    writeFileSync(project, readFileSync(project, "utf8").replace("runtime: nodejs", "runtime: yaml"));
    await stack.stack.import({ resources, protect: false, generateCode: false });
    expect(await stack.preview()).toMatch(/5 unchanged\n$/);
    expect(stack.changes()).toEqual([]);
    expect(stack.emulator.state()).toEqual(before);
    await stack.destroy();
    stack.emulator.seed({ functions: seed.functions });
  },
);
