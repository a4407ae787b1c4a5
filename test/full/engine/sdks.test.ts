import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { startEmulator } from "edgecloud-emulator";
import { engineEnvironment, generatorEnvironment, translatePrograms } from "../../../tools/engine";
import { deriveGoImport, readPublication } from "../../../tools/publication";
import { EXAMPLES } from "../../../tools/schema/examples";
import { programIn, root, schema, translatedExamples } from "../../package/schema/package-schema";
import { hostsIn } from "../../engine/setup/clone";
import { engine } from "../../engine/setup/engine";
import { pulumi } from "../../engine/setup/pulumi-command";

const languages = ["nodejs", "python", "go"] as const;
type Language = (typeof languages)[number];

const run = promisify(execFile);

let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  await mkdir(path.join(root, ".work/tests"), { recursive: true });
  folder = await mkdtemp(path.join(root, ".work/tests/sdk-"));
  const ofEngine = engineEnvironment({ stateFolder: path.join(folder, "state") });
  environment = { ...ofEngine, ...(await generatorEnvironment(engine, languages)) };
}, 900_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A test of one language's SDK. */
function sdkTest(language: Language, title: string, body: (sdk: string) => Promise<void>): void {
  test(title, async () => body(await generate(language)), 900_000);
}

/** Makes the SDK of a language from the built plugin, or from a file with a schema. */
async function generate(language: Language, source?: string): Promise<string> {
  const from = source ?? path.join(root, "provider/plugin/pulumi-resource-edgecloud");
  const out = path.join(folder, source ? "of-file" : ".");
  const target = ["--language", language, "--out", out, "--version", "1.2.3"];
  await pulumi(folder, environment, ["package", "gen-sdk", from, ...target]);
  return path.join(out, language);
}

const read = (...parts: string[]) => readFile(path.join(...parts), "utf8");

interface Documented {
  /** The resource or the data source, which also names the folder of the program. */
  name: string;
  program: string;
}

/** The examples in the documentation in one language, of resources or of data sources. */
function documented(kind: "resources" | "functions", language: string): Documented[] {
  const described: Record<string, { description?: string }> = schema[kind];
  return Object.entries(described).map(([token, { description }]) => {
    return { name: token.replace("edgecloud:index:", ""), program: programIn(description, language) };
  });
}

/** A program with what the examples in the documentation lack: enumerations, credentials, settings that are no secret. */
const furtherProgram = `config:
  name:
    type: string
  key:
    type: string
    secret: true
resources:
  media:
    type: edgecloud:OriginGroup
    properties:
      name: \${name}
      proxyNextUpstream:
        - error
        - http_403
      onDestroy: retain
      sources:
        - config:
            s3Type: other
            s3BucketName: media
            s3AccessKeyId: \${key}
            s3SecretAccessKey: \${key}
`;

/** The same in another language. */
async function further(language: string): Promise<Documented> {
  const programs = path.join(folder, "further");
  await mkdir(programs, { recursive: true });
  await writeFile(path.join(programs, "OriginGroup.yaml"), furtherProgram);
  const { OriginGroup } = translatePrograms(JSON.stringify(schema), programs);
  return { name: "OriginGroup", program: OriginGroup?.[language] ?? "" };
}

test("the examples of the schema are what Pulumi's generators make of those in YAML", () => {
  const translated = translatePrograms(JSON.stringify(schema), EXAMPLES);
  expect(translatedExamples()).toEqual(translated);
});

sdkTest("nodejs", "the SDK for Node.js compiles, programs use it by types, and one runs", async (sdk) => {
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
  await run(process.execPath, [require.resolve("typescript/bin/tsc"), "--project", sdk]);
  const manifest = JSON.parse(await read(sdk, "package.json")) as { name: string; version: string };
  expect(manifest).toMatchObject({ name: "pulumi-edgecloud-sdk", version: "1.2.3" });
  expect(await read(sdk, "originGroup.ts")).toContain(
    'aliases: [{ type: "pulumi-nodejs:dynamic/edgecloud:OriginGroup" }]',
  );
  // As the script `build` of a published SDK does.
  await cp(path.join(sdk, "package.json"), path.join(sdk, "bin/package.json"));
  await expectToRun(`
    const edgecloud = require(${JSON.stringify(path.join(sdk, "bin"))});
    const group = new edgecloud.OriginGroup("assets", { name: "assets", sources: [{ source: "a.example.com" }] });
    exports.groupId = group.originGroupId;
    exports.found = edgecloud.getOriginGroupOutput({ originGroupId: group.originGroupId }).name;
  `);
});

/** Runs a compiled program on the plugin: it converges, and what it exports is what the platform has. */
async function expectToRun(program: string): Promise<void> {
  const project = path.join(folder, "program");
  await mkdir(project);
  const plugin = path.join(root, "provider/plugin");
  const settings = `plugins: { providers: [{ name: edgecloud, path: ${plugin} }] }\n`;
  await writeFile(path.join(project, "Pulumi.yaml"), `name: test\nruntime: nodejs\nmain: index.js\n${settings}`);
  await writeFile(path.join(project, "index.js"), program);
  const emulator = await startEmulator({});
  try {
    const hosts = [...(await hostsIn(project)), process.env.PATH].join(path.delimiter);
    const platform = { EDGECLOUD_BASE_URL: emulator.url, EDGECLOUD_API_KEY: "demo-key" };
    const env = { ...environment, ...platform, PATH: hosts, PULUMI_IGNORE_AMBIENT_PLUGINS: "false" };
    await pulumi(project, env, ["stack", "init", "dev"]);
    expect(await pulumi(project, env, ["up", "--yes", "--skip-preview"])).toContain("+ 2 created");
    expect(await pulumi(project, env, ["preview"])).toContain(" 2 unchanged");
    const [group] = emulator.state().originGroups;
    const outputs = JSON.parse(await pulumi(project, env, ["stack", "output", "--json"])) as object;
    expect(outputs).toEqual({ groupId: group?.id, found: "assets" });
    await pulumi(project, env, ["destroy", "--yes", "--skip-preview"]);
    expect(emulator.state().originGroups).toEqual([]);
  } finally {
    await emulator.close();
  }
}

sdkTest("python", "the SDK for Python can be parsed, and has every name of the example", async (made) => {
  const sdk = path.join(made, "pulumi_edgecloud");
  const modules = (await readdir(sdk)).filter((name) => name.endsWith(".py")).map((name) => path.join(sdk, name));
  const programs = [
    ...documented("resources", "python"),
    ...documented("functions", "python"),
    await further("python"),
  ];
  const copies = programs.map(async ({ program }, index) => {
    const copy = path.join(folder, `${index}.py`);
    await writeFile(copy, program);
    return copy;
  });
  const parse = "import ast, sys; [ast.parse(open(file).read(), file) for file in sys.argv[1:]]";
  await run("python3", ["-c", parse, pythonExample, ...(await Promise.all(copies)), ...modules]);
  // Python itself reports an unknown name only at run time. Pulumi makes the other programs as it makes the SDK.
  const used = (await read(pythonExample)).matchAll(
    /edgecloud\.(\w+)|\b(\w+)=|"(\w+)":|(?:downloads|groups_in_use)\.(\w+)/g,
  );
  const called = [...used].map((found) => found.slice(1).find((name) => name !== undefined)!);
  expect(called).toEqual(expect.arrayContaining(["OriginGroup", "use_next", "s3_bucket_name", "origin_group_id"]));
  const all = (await Promise.all(modules.map((module) => read(module)))).join("\n");
  expect(called.filter((name) => !new RegExp(`^ *(class |def )?${name}\\b[:(]`, "m").test(all))).toEqual([]);
});

const pythonExample = path.join(root, "examples/python/__main__.py");

sdkTest("go", "the SDK for Go compiles, and so do its examples", async (sdk) => {
  const types = await read(sdk, "edgecloud/pulumiTypes.go");
  expect(types).toContain("type SourceArgs struct");
  expect(types).not.toMatch(/interface\{\}.*`pulumi:"sources"`/);
  expect(await read(sdk, "edgecloud/originGroup.go")).toMatch(/Sources\s+SourceArrayInput/);

  const module = path.join(folder, "examples");
  const versions = await read(root, "tools/engine/go.mod");
  const others = versions.replace(/^module .*/m, "module examples").replace(/^tool \([^)]*\)/m, "");
  const sdkModule = path.posix.dirname(deriveGoImport(readPublication()));
  const own = `require ${sdkModule} v1.2.3\nreplace ${sdkModule} => ./sdk\n`;
  await cp(sdk, path.join(module, "sdk"), { recursive: true });
  await writeFile(path.join(module, "sdk/go.mod"), `module ${sdkModule}\n\ngo 1.25\n`);
  await writeFile(path.join(module, "go.mod"), `${others}\n${own}`);
  await cp(path.join(root, "tools/engine/go.sum"), path.join(module, "go.sum"));
  const example = { name: "Example", program: (await read(root, "examples/go/main.go")).trimEnd() };
  for (const { name, program } of [
    ...documented("resources", "go"),
    ...documented("functions", "go"),
    { ...(await further("go")), name: "Further" },
    example,
  ]) {
    await mkdir(path.join(module, name));
    await writeFile(path.join(module, name, "main.go"), `${program}\n`);
  }
  const env = { ...process.env, ...environment, GOFLAGS: "-mod=mod", GOWORK: "off" };
  // Compiles everything, as `go build` does, but links no programs.
  await run("go", ["vet", "./..."], { cwd: module, env });
  expect((await run("gofmt", ["-l", "."], { cwd: module, env })).stdout.replaceAll(/^sdk\/.*\n/gm, "")).toBe("");
});

sdkTest("go", "Pulumi would derive the path by which Go programs import the SDK, and names it to them", async (sdk) => {
  const { go, ...others } = schema.language as { go: object };
  const file = path.join(folder, "schema.json");
  await writeFile(
    file,
    JSON.stringify({ ...schema, language: { ...others, go: { ...go, importBasePath: undefined } } }),
  );
  const derived = await generate("go", file);
  for (const made of [sdk, derived]) {
    expect(await read(made, "edgecloud/originGroup.go")).toContain(`"${deriveGoImport(readPublication())}/internal"`);
  }
});
