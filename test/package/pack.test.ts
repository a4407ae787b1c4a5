import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(__dirname, "../..");
const work = path.join(root, ".work/tests");

interface Packed {
  filename: string;
  files: { path: string }[];
}

/** Packs a workspace as README says, and unpacks it as `npm install` would, into a project of its own. */
function install(workspace: string, name: string): { project: string; files: string[] } {
  mkdirSync(work, { recursive: true });
  const project = mkdtempSync(path.join(work, "package-"));
  const pack = ["pack", "--workspace", workspace, "--json", "--pack-destination", project];
  const [packed] = JSON.parse(execFileSync("npm", pack, { cwd: root, encoding: "utf8", shell: true })) as [Packed];
  execFileSync("tar", ["-xzf", packed.filename], { cwd: project });
  mkdirSync(path.join(project, "node_modules"));
  renameSync(path.join(project, "package"), path.join(project, "node_modules", name));
  return { project, files: packed.files.map((file) => file.path) };
}

const evaluate = (project: string, code: string) =>
  execFileSync(process.execPath, ["-p", code], { cwd: project, encoding: "utf8" }).trim();

const installed: string[] = [];

/** All that a program can use; whatever is added here can hardly be taken away again. */
const surface = [
  "CloudFunction",
  "DataSourceError",
  "OriginGroup",
  "Provider",
  "SnapshotAttributes",
  "analyticsWindow",
  "getFunction",
  "getFunctionOutput",
  "getImage",
  "getImageOutput",
  "getImages",
  "getImagesOutput",
  "getLiveStream",
  "getLiveStreamOutput",
  "getOriginGroup",
  "getOriginGroupOutput",
  "getOriginGroups",
  "getOriginGroupsOutput",
  "getSnapshot",
  "getSnapshotOutput",
  "getSnapshots",
  "getSnapshotsOutput",
  "getTranscodingDuration",
  "getTranscodingDurationOutput",
  "isSessionOngoing",
  "pullAddresses",
  "queryAnalytics",
  "queryAnalyticsOutput",
  "rtmpsUrl",
  "withDurationSec",
];

afterAll(() => installed.forEach((project) => rmSync(project, { recursive: true, force: true })));

test("pulumi-edgecloud: the tarball holds what the literal provider loads, a command that starts, and no sources", () => {
  const { project, files } = install("provider", "pulumi-edgecloud");
  installed.push(project);
  expect(files).toEqual(
    expect.arrayContaining([
      "dist/index.js",
      "dist/index.d.ts",
      "dist/host.js",
      "package.json",
      "README.md",
      "LICENSE",
    ]),
  );
  const expected = /^(bin\/pulumi-edgecloud\.js|dist\/.*\.(js|d\.ts)|plugin\/.*|package\.json|README\.md|LICENSE)$/;
  expect(files.filter((file) => !expected.test(file))).toEqual([]);
  // What only the bundle needs is not there twice.
  expect(files.filter((file) => file.startsWith("dist/hosts/plugin/"))).toEqual([]);

  const host = 'require.resolve("pulumi-edgecloud/host").startsWith(process.cwd())';
  expect(evaluate(project, host)).toBe("true");
  expect(evaluate(project, 'typeof require("pulumi-edgecloud/host").OriginGroup.create')).toBe("function");
  for (const subpath of ["pulumi-edgecloud", "pulumi-edgecloud/plugin"]) {
    expect(evaluate(project, `Object.keys(require("${subpath}")).join()`).split(",").sort()).toEqual(surface);
  }

  const folder = path.join(project, "node_modules/pulumi-edgecloud");
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    bin: Record<string, string>;
  };
  const command = path.join(folder, bin["pulumi-edgecloud"] ?? "");
  expect(execFileSync(process.execPath, [command, "--help"], { encoding: "utf8" })).toContain("--import-file");
});

test("pulumi-edgecloud: the plugin of the tarball starts by itself and tells its port", async () => {
  const { project, files } = install("provider", "pulumi-edgecloud");
  installed.push(project);
  const folder = path.join(project, "node_modules", "pulumi-edgecloud", "plugin");
  const names = files.filter((file) => file.startsWith("plugin/")).map((file) => path.basename(file));
  expect(names.sort()).toEqual([
    "LICENSE",
    "index.js",
    "pulumi-resource-edgecloud",
    "pulumi-resource-edgecloud.cmd",
    "schema.json",
  ]);
  // Away from everything that is installed here.
  const alone = mkdtempSync(path.join(tmpdir(), "plugin-"));
  installed.push(alone);
  cpSync(folder, alone, { recursive: true });
  const plugin = spawn(path.join(alone, "pulumi-resource-edgecloud"), ["127.0.0.1:1"], { detached: true });
  try {
    const [line] = (await once(plugin.stdout, "data")) as [Buffer];
    expect(line.toString()).toMatch(/^\d+\n$/);
  } finally {
    process.kill(-plugin.pid!, "SIGKILL");
  }
}, 60_000);

test("edgecloud-emulator: the tarball starts by its command", () => {
  const { project, files } = install("emulator", "edgecloud-emulator");
  installed.push(project);
  expect(files).toEqual(
    expect.arrayContaining(["bin/edgecloud-emulator.js", "dist/index.js", "seeds/demo.json", "LICENSE"]),
  );
  const bin = path.join(project, "node_modules/edgecloud-emulator/bin/edgecloud-emulator.js");
  expect(execFileSync(process.execPath, [bin, "--help"], { encoding: "utf8" })).toContain("--port");
});
