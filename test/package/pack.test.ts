import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pack, unpack } from "./packed";
import { exportedTypes } from "./project";

const evaluate = (project: string, code: string) =>
  execFileSync(process.execPath, ["-p", code], { cwd: project, encoding: "utf8" }).trim();

/** Everything that a program can use; to remove one of these names later is a breaking change. */
const surface = `
  CloudFunction DataSourceError FunctionNamespace OriginGroup Provider SnapshotAttributes analyticsWindow getFunction
  getFunctionNamespace getFunctionNamespaceOutput getFunctionOutput getImage getImageOutput getImages getImagesOutput getLiveStream getLiveStreamOutput getOriginGroup
  getOriginGroupOutput getOriginGroups getOriginGroupsOutput getSnapshot getSnapshotOutput getSnapshots
  getSnapshotsOutput getTranscodingDuration getTranscodingDurationOutput isSessionOngoing pullAddresses queryAnalytics
  queryAnalyticsOutput rtmpsUrl withDurationSec
`
  .trim()
  .split(/\s+/);

// On a busy machine, a compiler takes a minute.
jest.setTimeout(300_000);

const provider = pack("provider");
const { project, folder } = unpack(provider, "pulumi-edgecloud");
const temporary = [project];

afterAll(() => temporary.forEach((place) => rmSync(place, { recursive: true, force: true })));

test("pulumi-edgecloud: the tarball has only code, types, the plugin and their documents, below a megabyte", () => {
  const { files, size, unpackedSize } = provider;
  const kinds =
    /^((dist|bin)\/.+\.js|dist\/.+\.d\.ts|host\/(index\.js|THIRD-PARTY-NOTICES\.txt)|plugin\/[^/]+|package\.json|README\.md|LICENSE)$/;
  expect(files.filter((file) => !kinds.test(file))).toEqual([]);
  const plugin = files.filter((file) => file.startsWith("plugin/")).map((file) => path.basename(file));
  expect(plugin.sort()).toEqual([
    "LICENSE",
    "PulumiPlugin.yaml",
    "THIRD-PARTY-NOTICES.txt",
    "index.js",
    "package.json",
    "pulumi-resource-edgecloud",
    "pulumi-resource-edgecloud.cmd",
    "schema.json",
  ]);
  expect(files).toEqual(expect.arrayContaining(["package.json", "README.md", "LICENSE"]));
  // Code that only the bundles need is not there twice.
  expect(files.filter((file) => /^dist\/(hosts\/|host\.js|serve\.)/.test(file))).toEqual([]);
  expect(size).toBeLessThan(1_000_000);
  expect(unpackedSize).toBeLessThan(4_000_000);
});

/** Packages of others in the bundles. Before a new one joins, see whether its license lets it. */
const others = [
  ...["@pulumi/pulumi", "agent-base", "axios", "debug", "fastest-levenshtein", "follow-redirects", "has-flag"],
  ...["https-proxy-agent", "ms", "proxy-from-env", "supports-color", "zod"],
];

test.each([
  ["host", others.filter((name) => name !== "@pulumi/pulumi")],
  ["plugin", [...others, "@grpc/grpc-js", "@js-sdsl/ordered-map", "google-protobuf"]],
])("pulumi-edgecloud: the bundle %s comes with the licenses of the packages in it", (bundle, names) => {
  const notices = readFileSync(path.join(folder, bundle, "THIRD-PARTY-NOTICES.txt"), "utf8");
  const parts = notices.split(/^-{80}\n(.+) \d+\.\d+\.\d+, .+\n-{80}$/m).slice(1);
  const found = parts.filter((_, index) => index % 2 === 0);
  expect([...new Set(found)].sort()).toEqual(names.toSorted());
  const texts = parts.filter((_, index) => index % 2 === 1);
  expect(texts.filter((text) => !/Permission is hereby granted|Apache License/.test(text))).toEqual([]);
});

test("pulumi-edgecloud: every file that its package.json names is in the tarball", () => {
  const named = JSON.stringify(packageJson(folder, "main", "types", "exports", "typesVersions", "sideEffects", "bin"));
  const places = [...named.matchAll(/"\.\/([^"]+\.\w+)"/g)].map(([, place]) => place);
  expect(places).toEqual(expect.arrayContaining(["dist/index.js", "dist/host.d.ts", "dist/plugin.d.ts"]));
  expect(places.filter((place) => !provider.files.includes(place ?? ""))).toEqual([]);
});

test("pulumi-edgecloud: the literal provider's module loads, and only the listed names are exported", () => {
  const host = 'require.resolve("pulumi-edgecloud/host").startsWith(process.cwd())';
  expect(evaluate(project, host)).toBe("true");
  expect(evaluate(project, 'typeof require("pulumi-edgecloud/host").OriginGroup.create')).toBe("function");
  for (const subpath of ["pulumi-edgecloud", "pulumi-edgecloud/plugin"]) {
    expect(evaluate(project, `Object.keys(require("${subpath}")).join()`).split(",").sort()).toEqual(surface);
  }
});

test("pulumi-edgecloud: the command of the tarball starts", () => {
  const { bin } = packageJson(folder, "bin") as { bin: Record<string, string> };
  const command = path.join(folder, bin["pulumi-edgecloud"] ?? "");
  expect(execFileSync(process.execPath, [command, "--help"], { encoding: "utf8" })).toContain("--import-file");
});

test("pulumi-edgecloud: the types import the SDK only, in syntax that the SDK's own TypeScript 3.8 reads", () => {
  const declarations = reachable(
    ["index", "host", "plugin"].map((entry) => path.join(folder, "dist", `${entry}.d.ts`)),
  );
  const imported = [...declarations.values()].flat().filter((module) => !module.startsWith("."));
  expect([...new Set(imported)]).toEqual(["@pulumi/pulumi"]);

  const sdk = path.dirname(require.resolve("@pulumi/pulumi/package.json"));
  const problems = evaluate(
    project,
    `const ts = require(${JSON.stringify(path.join(sdk, "vendor/typescript@3.8.3/typescript.js"))});
    ${JSON.stringify([...declarations.keys()])}.flatMap((file) => {
      const source = ts.createSourceFile(file, ts.sys.readFile(file), ts.ScriptTarget.Latest);
      return source.parseDiagnostics.map(({ messageText }) => file + ": " + messageText);
    }).join("\\n")`,
  );
  expect(problems).toBe("");
});

test("pulumi-edgecloud: the consumer of the package tests uses every name that is exported", () => {
  const index = readFileSync(path.join(folder, "dist/index.d.ts"), "utf8");
  const names = [...index.matchAll(/export (?:type )?\{([^}]+)\}/g)].flatMap(([, list = ""]) => list.split(","));
  const consumer = readFileSync(path.join(__dirname, "consumer/program.ts"), "utf8") + exportedTypes.join(" ");
  expect(names.length).toBeGreaterThan(70);
  expect(names.filter((name) => !new RegExp(`\\b${name.trim()}\\b`).test(consumer))).toEqual([]);
});

/** Some fields of a package's description. */
function packageJson(of: string, ...fields: string[]): object {
  const all = JSON.parse(readFileSync(path.join(of, "package.json"), "utf8")) as Record<string, unknown>;
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
}

/** Declarations that a compiler reads for an entry, each with the modules that it imports. */
function reachable(entries: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let file = entries.pop(); file !== undefined; file = entries.pop()) {
    if (!found.has(file)) {
      const folder = path.dirname(file);
      const text = readFileSync(file, "utf8");
      const modules = [...text.matchAll(/(?:from |import\(|import )"([^"]+)"/g)].map(([, module = ""]) => module);
      const own = modules.filter((module) => module.startsWith("."));
      entries.push(...own.map((module) => path.join(folder, `${module}.d.ts`)));
      found.set(file, modules);
    }
  }
  return found;
}
