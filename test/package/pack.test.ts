import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
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
  "getImage",
  "getImageOutput",
  "getImages",
  "getImagesOutput",
  "getLiveStream",
  "getLiveStreamOutput",
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

test("pulumi-edgecloud: the tarball holds what the literal provider loads, and no sources", () => {
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
  expect(files.filter((file) => !/^(dist\/.*\.(js|d\.ts)|package\.json|README\.md|LICENSE)$/.test(file))).toEqual([]);

  const host = 'require.resolve("pulumi-edgecloud/host").startsWith(process.cwd())';
  expect(evaluate(project, host)).toBe("true");
  expect(evaluate(project, 'typeof require("pulumi-edgecloud/host").OriginGroup.create')).toBe("function");
  expect(evaluate(project, 'Object.keys(require("pulumi-edgecloud")).join()').split(",").sort()).toEqual(surface);
});

test("edgecloud-emulator: the tarball starts by its command", () => {
  const { project, files } = install("emulator", "edgecloud-emulator");
  installed.push(project);
  expect(files).toEqual(
    expect.arrayContaining(["bin/edgecloud-emulator.js", "dist/index.js", "seeds/demo.json", "LICENSE"]),
  );
  const bin = path.join(project, "node_modules/edgecloud-emulator/bin/edgecloud-emulator.js");
  expect(execFileSync(process.execPath, [bin, "--help"], { encoding: "utf8" })).toContain("--port");
});
