import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "../..");

const folders: [string, string[]][] = [
  ["resources", ["args", "handler", "resource", "traits"]],
  ["data", ["functions", "source"]],
];

/** The folders of resources or of data sources. */
function things(layer: string): string[] {
  const entries = readdirSync(path.join(root, "provider", layer), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

test.each(folders)("every folder of %s has these files", (layer, names) => {
  expect(things(layer)).toContain("origin-group");
  for (const thing of things(layer)) {
    const expected = names.map((name) => `${name}.ts`);
    expect(readdirSync(path.join(root, "provider", layer, thing))).toEqual(expect.arrayContaining(expected));
  }
});

test.each(things("data"))("the folder of the data source %s has no other files", (thing) => {
  expect(readdirSync(path.join(root, "provider/data", thing))).toEqual(["functions.ts", "source.ts"]);
});

/** The files that node has loaded once a script has run; `load` gives it a compiled module of the package. */
function loadedBy(script: string): string[] {
  const compiled = JSON.stringify(path.join(root, "provider/dist"));
  const load = `const load = (name) => require(require("node:path").join(${compiled}, name));`;
  const print = `process.on("exit", () => console.log(Object.keys(require.cache).join("\\n")));`;
  const all = ["--eval", load + print + script];
  return execFileSync(process.execPath, all, { cwd: root, encoding: "utf8" }).trimEnd().split("\n");
}

const loadedWith = (...modules: string[]) => loadedBy(modules.map((name) => `load(${JSON.stringify(name)});`).join(""));

test("modules for hosts load nothing for programs only", () => {
  const forPrograms = /node_modules[\\/]@pulumi[\\/]|dist[\\/]program[\\/]/;
  expect(loadedWith("index").filter((file) => forPrograms.test(file))).not.toEqual([]);
  const served = loadedWith("data/index", "resources/index");
  expect(served).toContain(path.join(root, "provider/dist/data/image/source.js"));
  expect(served.filter((file) => forPrograms.test(file))).toEqual([]);
});

/** The modules that answer data sources: they take nearly all of the time to load the package. */
const forDataSources = /node_modules[\\/](axios|zod)[\\/]|dist[\\/](api|data[\\/][^\\/]+[\\/]source)/;

const groupWithMocks = `
  const pulumi = require("@pulumi/pulumi");
  const { OriginGroup, Provider } = load("MODULE");
  pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
  const provider = new Provider("account", { apiKey: "demo-key" });
  const group = new OriginGroup("assets", { name: "assets", sources: [{ source: "a.example.com" }] }, { provider });
`;

test.each(["index", "plugin"])("a program with resources only loads no HTTP client and no schemas: %s", (module) => {
  const made = `group.urn.apply((urn) => process.stdout.write(urn.split("::").at(-1) + "\\n"));`;
  const [name, ...loaded] = loadedBy(groupWithMocks.replace("MODULE", module) + made);
  expect(name).toBe("assets");
  expect(loaded).toContain(path.join(root, "provider/dist/program/hosted-resource.js"));
  expect(loaded.filter((file) => forDataSources.test(file))).toEqual([]);
});

test("the first call of a data source loads what answers it", () => {
  const loaded = loadedBy(`load("index").getImage({}).catch(() => {});`);
  const found = ["zod", "axios", "dist/data/image/source"].filter((part) => loaded.some((file) => file.includes(part)));
  expect(found).toEqual(["zod", "axios", "dist/data/image/source"]);
});

/** What nobody writes, and tests. */
const skipped =
  /(^|\/)(\.git|\.work|node_modules|dist|sdks|venv)$|^(test|my-stack|provider\/(host|plugin))$|\.(tgz|tsbuildinfo)$/;

function everyFile(folder: string = "."): string[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    return skipped.test(file) ? [] : entry.isDirectory() ? everyFile(file) : [file];
  });
}

test("a resource is named in at most 25 files that are not its own", () => {
  const own = /(^|\/)(function-namespace|namespaces)(\/|\.ts$)|\/(F|getF)unctionNamespace\.\w+$/;
  const name = /function-?namespace|namespaces/i;
  const others = everyFile().filter(
    (file) => !own.test(file) && name.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(others).toEqual(expect.arrayContaining(["provider/resources/index.ts", "emulator/src/cloud/kinds.ts"]));
  expect(others.slice(25)).toEqual([]);
  expect(others.filter((file) => /^provider\/(core|hosts|program)\//.test(file))).toEqual([]);
});
