import { execFile, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { engineEnvironment, generatedLanguages, generatorEnvironment } from "../../tools/engine";
import type { PackageSpec } from "../../tools/schema/spec";
import { furtherExamples, programIn, root, schema } from "../unit/schema/package-schema";
import { engine } from "./setup/engine";

const schemaFile = path.join(root, "provider/schema.json");
const generated = generatedLanguages(engine);
const hasGo = spawnSync("go", ["version"]).status === 0;
const run = promisify(execFile);

let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  await mkdir(path.join(root, ".work/tests"), { recursive: true });
  folder = await mkdtemp(path.join(root, ".work/tests/sdk-"));
  const ofEngine = engineEnvironment({ stateFolder: path.join(folder, "state") });
  environment = { ...process.env, ...ofEngine, ...(await generatorEnvironment(engine)) };
}, 600_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of the real `pulumi`, and answers all that it says. */
async function pulumi(...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(path.join(engine.root, "bin/pulumi"), args, {
    cwd: folder,
    env: environment,
    maxBuffer: 10_000_000,
  });
  return stdout + stderr;
}

/** Makes the SDK of a language with `pulumi package gen-sdk`. */
async function generate(language: string): Promise<string> {
  await pulumi("package", "gen-sdk", schemaFile, "--language", language, "--out", folder, "--version", "1.2.3");
  return path.join(folder, language);
}

/** A test that needs a program which not everybody has, and says so where it is not run. */
function testIf(isThere: boolean, program: string, title: string, body: () => Promise<void>): void {
  if (!isThere) {
    process.stderr.write(`Not tested, for want of ${program}: ${title}\n`);
  }
  (isThere ? test : test.skip)(title, body, 600_000);
}

function sdkTest(language: string, title: string, body: () => Promise<void>): void {
  testIf(generated.includes(language), `pulumi-language-${language}`, title, body);
}

const read = (...parts: string[]) => readFile(path.join(...parts), "utf8");

/** The programs of one language: the examples in the documentation, and one that has what these have not. */
function programs(language: string): { folder: string; resource: string; program: string }[] {
  const documented = Object.entries(schema.resources).map(([token, { description }]) => {
    const resource = token.replace("edgecloud:index:", "");
    return { folder: resource, resource, program: programIn(description, language) };
  });
  return [...documented, { folder: "Further", resource: "OriginGroup", program: programIn(furtherExamples, language) }];
}

test("Pulumi takes the schema: it fits the metaschema, and its parts fit together", async () => {
  const taken = JSON.parse(await pulumi("package", "get-schema", schemaFile)) as PackageSpec;
  expect(Object.keys(taken.functions)).toEqual(Object.keys(schema.functions));
  expect(await pulumi("package", "info", schemaFile, "--resource", "OriginGroup")).toContain("proxyNextUpstream");
});

test.each([
  ["a type that is none", '"type": "boolean"', '"type": "bool"', /unknown type kind bool/],
  [
    "what is required and is not there",
    '"required": [',
    '"required": ["nothing",',
    /unknown required property "nothing"/,
  ],
])("Pulumi would refuse %s", async (_, from, to, reason) => {
  const wrong = path.join(folder, "wrong.json");
  await writeFile(wrong, (await read(schemaFile)).replace(from, to));
  const refused = await pulumi("package", "get-schema", wrong).then(() => "taken", String);
  expect(refused.slice(refused.indexOf("error:"))).toMatch(reason);
});

sdkTest("nodejs", "the SDK for Node.js compiles, and programs use it by types", async () => {
  const sdk = await generate("nodejs");
  const program = [
    'import * as pulumi from "@pulumi/pulumi";',
    'import * as edgecloud from "./index";',
    "const source: edgecloud.types.input.SourceArgs = {",
    '  config: { s3Type: "other", s3BucketName: "media", s3AccessKeyId: "key", s3SecretAccessKey: pulumi.secret("x") },',
    "};",
    "const onDestroy = edgecloud.types.enums.OnDestroy.Retain;",
    'const group = new edgecloud.OriginGroup("assets", { name: "assets", sources: [source], onDestroy });',
    'const found = edgecloud.getImagesOutput({ architecture: "x86_64" });',
    "export const ids: pulumi.Output<string[]> = found.images.apply((images) => images.map(({ id }) => id));",
    "// @ts-expect-error Credentials are arguments only.",
    "export const key = group.sources[0].config.s3AccessKeyId;",
    "// @ts-expect-error There is no such word.",
    'new edgecloud.OriginGroup("b", { name: "b", onDestroy: "keep" });',
  ];
  await writeFile(path.join(sdk, "program.ts"), program.join("\n"));
  const config = JSON.parse((await read(sdk, "tsconfig.json")).replaceAll(/^\s*\/\/.*$/gm, "")) as { files: string[] };
  await writeFile(
    path.join(sdk, "tsconfig.json"),
    JSON.stringify({ ...config, files: [...config.files, "program.ts"] }),
  );
  await run(process.execPath, [require.resolve("typescript/bin/tsc"), "--noEmit", "--project", sdk]);
  const manifest = JSON.parse(await read(sdk, "package.json")) as { name: string; version: string };
  expect(manifest).toMatchObject({ name: "pulumi-edgecloud-sdk", version: "1.2.3" });
  expect(await read(sdk, "originGroup.ts")).toContain(
    'aliases: [{ type: "pulumi-nodejs:dynamic/edgecloud:OriginGroup" }]',
  );
});

sdkTest("python", "the SDK for Python has all classes and functions, and the arguments of the examples", async () => {
  const sdk = path.join(await generate("python"), "pulumi_edgecloud");
  const exported = await read(sdk, "__init__.py");
  const names = Object.keys({ ...schema.resources, ...schema.functions }).map((token) => moduleOf(token));
  expect(names.filter((name) => !exported.includes(`from .${name} import *`))).toEqual([]);
  for (const { resource, program } of programs("python")) {
    const made = await read(sdk, `${moduleOf(resource)}.py`);
    expect(made).toContain(`class ${resource}(pulumi.CustomResource)`);
    const given = [...program.matchAll(/^ {4}(\w+)=/gm)].map(([, name = ""]) => name);
    expect(given).not.toEqual([]);
    expect(given.filter((name) => !new RegExp(`^ +${name}: pulumi.Input`, "m").test(made))).toEqual([]);
  }
  const inputs = await read(sdk, "_inputs.py");
  expect(inputs).toContain("class SourceArgsDict(TypedDict)");
  expect(inputs).toMatch(/^ +s3_bucket_name: /m);
  expect(await read(sdk, "_enums.py")).toContain('INVALID_HEADER = "invalid_header"');
  expect(await read(sdk, "get_origin_groups.py")).toContain("def origin_groups(self)");
});

/** The Python module of a resource or a function. */
function moduleOf(token: string): string {
  const name = token.replace("edgecloud:index:", "");
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

testIf(generated.includes("go") && hasGo, "Go", "the SDK for Go compiles, and so do its examples", async () => {
  const sdk = await generate("go");
  const types = await read(sdk, "edgecloud/pulumiTypes.go");
  expect(types).toContain("type SourceArgs struct");
  expect(types).not.toMatch(/interface\{\}.*`pulumi:"sources"`/);
  expect(await read(sdk, "edgecloud/originGroup.go")).toMatch(/Sources\s+SourceArrayInput/);

  const module = path.join(folder, "examples");
  const versions = await read(root, "tools/engine/go.mod");
  const others = versions.replace(/^module .*/m, "module examples").replace(/^tool \([^)]*\)/m, "");
  const own = "require pulumi-edgecloud/sdk/go v1.2.3\nreplace pulumi-edgecloud/sdk/go => ./sdk\n";
  await cp(sdk, path.join(module, "sdk"), { recursive: true });
  await writeFile(path.join(module, "sdk/go.mod"), "module pulumi-edgecloud/sdk/go\n\ngo 1.25\n");
  await writeFile(path.join(module, "go.mod"), `${others}\n${own}`);
  await cp(path.join(root, "tools/engine/go.sum"), path.join(module, "go.sum"));
  for (const { folder: name, program } of programs("go")) {
    await mkdir(path.join(module, name));
    await writeFile(path.join(module, name, "main.go"), `${program}\n`);
  }
  const env = { ...environment, GOFLAGS: "-mod=mod", GOWORK: "off" };
  await run("go", ["build", "-trimpath", "./...", "pulumi-edgecloud/sdk/go/..."], { cwd: module, env });
  expect((await run("gofmt", ["-l", "."], { cwd: module, env })).stdout.replaceAll(/^sdk\/.*\n/gm, "")).toBe("");
});

sdkTest("dotnet", "the SDK for .NET has the classes", async () => {
  const sdk = await generate("dotnet");
  const made = await read(sdk, "OriginGroup.cs");
  expect(made).toContain("namespace Pulumi.EdgeCloud");
  expect(made).toContain("public partial class OriginGroup : global::Pulumi.CustomResource");
});
