import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "edgecloud-emulator";
import { ensureEngine, workspaceOptions } from "../../../tools/engine";
import { countCalls } from "../../engine/setup/counted-engine";
import { HostProcess } from "../../engine/setup/host-calls";
import { managers } from "../../package/managers";
import { pack, type Packed } from "../../package/packed";
import { mistakesFound, Project } from "../../package/project";
import { LocalRegistry } from "../../package/registry";
import { installVersions, type Versions } from "../../package/versions";

const root = path.resolve(__dirname, "../../..");
const newestTypeScript = require.resolve("typescript/lib/tsc.js");

/** The settings of a Pulumi project as its older templates have them. */
const classic = { module: "commonjs", moduleResolution: "node", skipLibCheck: false };

let packed: Packed;
let versions: Versions;
let registry: LocalRegistry;
const projects: Project[] = [];

// On a busy machine, an install takes minutes.
jest.setTimeout(600_000);

beforeAll(async () => {
  versions = installVersions();
  packed = pack("provider");
  registry = await LocalRegistry.start(root, versions.folder);
});

afterAll(async () => {
  await registry.close();
  projects.forEach((project) => project.remove());
});

/** A project with the packed package and an SDK, as a package manager installs them. */
async function install(manager: keyof typeof managers, sdk: string): Promise<Project> {
  const types = versionOf(path.join(root, "node_modules/@types/node"));
  const dependencies = { "@pulumi/pulumi": sdk, "@types/node": types, "pulumi-edgecloud": `file:${packed.file}` };
  const project = new Project(dependencies);
  projects.push(project);
  await managers[manager](project, registry.url);
  expect(versionOf(path.join(project.folder, "node_modules/@pulumi/pulumi"))).toBe(sdk);
  return project;
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string }).version;
}

/** What the consumer's program prints, whatever loads it. */
const printed = {
  values: [
    1001,
    "image-1 1 https://resize.example.com resize rtmps://push.example.com:443/in/key " +
      "https://play.example.com/a.m3u8?get_duration_sec=true 0 off air 1001 1 10 1 window 90 7",
    "8 1 https://resize.example.com rtmps://push.example.com:443/in/key 1001 1 10 1",
    "90 7 resize",
    "getImage: imageId must not be empty",
  ],
  registered: [
    "edgecloud:index:CloudFunction",
    "edgecloud:index:FunctionNamespace",
    "edgecloud:index:OriginGroup",
    "edgecloud:index:SnapshotAttributes",
    "pulumi-nodejs:dynamic/edgecloud:CloudFunction",
    "pulumi-nodejs:dynamic/edgecloud:FunctionNamespace",
    "pulumi-nodejs:dynamic/edgecloud:OriginGroup",
    "pulumi-nodejs:dynamic/edgecloud:SnapshotAttributes",
    "pulumi:providers:edgecloud",
    "pulumi:providers:pulumi-nodejs",
  ],
  asked: 22,
};

async function expectToRun(project: Project, program: string, node = process.execPath): Promise<void> {
  expect(JSON.parse(await project.run(node, [program]))).toEqual(printed);
}

/** Expects that Pulumi's host, started as the engine starts it, finds the package by the text in the state. */
async function expectHostToFindIt({ folder }: Project): Promise<void> {
  const host = await HostProcess.start({ "edgecloud:apiKey": "k", "edgecloud:baseUrl": "https://127.0.0.1" }, folder);
  const check = (module: string) => {
    const literal = { __provider: `exports.handler = () => require("${module}").OriginGroup` };
    return host.ask({ verb: "check", id: "", olds: {}, news: { ...literal, name: "a", sources: [{ source: "a.b" }] } });
  };
  try {
    expect(await check("pulumi-edgecloud/host")).toBeUndefined();
    expect(await check("pulumi-edgecloud/no-host")).toContain("no-host");
  } finally {
    host.stop();
  }
}

const failing = {
  "failing/Pulumi.yaml": "name: failing\nruntime: nodejs\nmain: failing.js\n",
  "failing/failing.js": `
const { getImageOutput } = require("pulumi-edgecloud");
getImageOutput({ projectId: 1, regionId: 1, imageId: "" });
`,
  // With the frames of the SDK, formatting takes Node.js 20 minutes (provider/program/program-error.ts).
  "failing/probe.js": `
const util = require("node:util");
const { inspect } = util;
const probe = (value, ...rest) => {
  if (value instanceof Error && value.stack) {
    process.stderr.write("formatted with its stack: " + value.message);
  }
  return inspect(value, ...rest);
};
util.inspect = Object.assign(probe, inspect);
`,
};

/** Expects that a preview whose data source fails says why, and that the SDK formats no stack. */
async function expectOneSentence(project: Project, node = process.execPath): Promise<void> {
  Object.entries(failing).forEach(([name, text]) => project.write(name, text));
  const engine = countCalls(await ensureEngine(), "counted-engine");
  const folder = path.join(project.folder, "failing");
  const { envVars } = workspaceOptions(engine, folder);
  const bin = path.join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  linkTo(bin, "node", node);
  linkTo(bin, "pulumi-language-nodejs", path.join(root, "test/engine/setup/node-language-host.js"));
  const environment = {
    ...envVars,
    PULUMI_IGNORE_AMBIENT_PLUGINS: "false",
    NODE_OPTIONS: `--require ${path.join(folder, "probe.js")}`,
    PATH: [bin, process.env.PATH].join(path.delimiter),
  };
  const pulumi = path.join(engine.root, "bin", "pulumi");
  await project.run(pulumi, ["stack", "init", "dev", "-C", folder], environment);
  const preview = ["preview", "--non-interactive", "--color=never", "-C", folder];
  const { code, output } = await project.end(pulumi, preview, environment);
  const lines = output.split("\n").filter((line) => /^ +(error:|at )|formatted|RangeError/.test(line));
  expect({ code, lines: lines.map((line) => line.trim()) }).toEqual({
    code: 1,
    lines: ["error: getImage: imageId must not be empty"],
  });
}

function linkTo(folder: string, name: string, target: string): void {
  rmSync(path.join(folder, name), { force: true });
  symlinkSync(target, path.join(folder, name));
}

test("npm, newest SDK and TypeScript: classic, node16 and bundler settings compile, CommonJS and ES modules run", async () => {
  const project = await install("npm", versionOf(path.join(root, "node_modules/@pulumi/pulumi")));

  // TypeScript 6.0 asks for that word where `node` is the resolution.
  const errors = await project.compile(newestTypeScript, "commonjs", { ...classic, ignoreDeprecations: "6.0" });
  expect(errors).toEqual(mistakesFound);
  await expectToRun(project, "commonjs/program.js");
  await expectToRun(project, "commonjs/program.js", versions.nodes["22"]);
  await expectToRun(project, "commonjs/program.js", versions.nodes["24"]);

  await expectOneSentence(project, versions.nodes["24"]);

  // The libraries were checked above; only the resolution changes how our own declarations are read.
  const bundler = { module: "esnext", moduleResolution: "bundler", skipLibCheck: true };
  expect(await project.compile(newestTypeScript, "bundler", bundler)).toEqual(mistakesFound);

  project.describe({ type: "module" });
  const node16 = { module: "node16", skipLibCheck: true };
  expect(await project.compile(newestTypeScript, "modules", node16)).toEqual(mistakesFound);
  await expectToRun(project, "modules/program.js");
});

test("pnpm, oldest SDK, TypeScript and Node.js: classic settings compile and run, a stack goes up", async () => {
  const project = await install("pnpm", versionOf(path.join(versions.folder, "node_modules/@pulumi/pulumi")));
  const oldestTypeScript = path.join(versions.folder, "node_modules/typescript/lib/tsc.js");
  expect(await project.compile(oldestTypeScript, "commonjs", classic)).toEqual(mistakesFound);
  await expectToRun(project, "commonjs/program.js", versions.nodes["20"]);
  await expectHostToFindIt(project);
  await expectOneSentence(project, versions.nodes["20"]);

  const engine = countCalls(await ensureEngine(), "counted-engine");
  const emulator = await startEmulator();
  try {
    const { envVars, workDir } = workspaceOptions(engine, project.folder);
    const connection = { EDGECLOUD_API_KEY: "demo-key", EDGECLOUD_BASE_URL: emulator.url };
    const options = JSON.stringify({ engineRoot: engine.root, envVars: { ...envVars, ...connection }, workDir });
    const text = await project.run(process.execPath, ["commonjs/up.js", options]);
    expect(JSON.parse(text)).toEqual({
      changes: [{ create: 2 }, { create: 2 }, { same: 2 }, { delete: 2 }],
      originGroupId: expect.any(Number) as number,
    });
    expect(emulator.state().originGroups).toEqual([]);
  } finally {
    await emulator.close();
  }
});

test("npm, the newest SDK for Node.js 20: a data source that fails says why, at once", async () => {
  const project = await install("npm", versionOf(path.join(versions.folder, "node_modules/pulumi-for-node-20")));
  await expectOneSentence(project, versions.nodes["20"]);
});

test("yarn with node_modules: CommonJS and ES modules run, the newest SDK on Node.js 20 too", async () => {
  const project = await install("yarn", versionOf(path.join(root, "node_modules/@pulumi/pulumi")));
  project.write("program.cjs", 'console.log(Object.keys(require("pulumi-edgecloud")).length);');
  project.write("program.mjs", 'import * as all from "pulumi-edgecloud"; console.log(typeof all.OriginGroup);');
  expect(Number(await project.run(process.execPath, ["program.cjs"]))).toBeGreaterThan(20);
  expect(await project.run(process.execPath, ["program.mjs"])).toBe("function\n");
  await expectHostToFindIt(project);
  // Yarn and pnpm install it there, where npm does not.
  await expectOneSentence(project, versions.nodes["20"]);
});
