import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "../..");

/** The files below a folder of sources, compiled ones left out. */
function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      return ["dist", "node_modules"].includes(entry.name) ? [] : sources(file);
    }
    return /\.(ts|js)$/.test(entry.name) ? [file] : [];
  });
}

const folders: [string, string[]][] = [
  ["resources", ["args", "canonical", "check", "handler", "resource", "schema", "traits", "wire"]],
  ["data", ["args", "function", "source"]],
];

test.each(folders)("every folder of %s has the same files", (layer, names) => {
  const entries = readdirSync(path.join(root, "provider", layer), { withFileTypes: true });
  const things = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(things).toContain("origin-group");
  for (const thing of things) {
    const expected = names.map((name) => `${name}.ts`);
    expect(readdirSync(path.join(root, "provider", layer, thing))).toEqual(expect.arrayContaining(expected));
  }
});

/** The files that node has loaded with compiled modules of the package. */
function loadedWith(...modules: string[]): string[] {
  const compiled = modules.map((name) => path.join(root, "provider/dist", name));
  const script = `${JSON.stringify(compiled)}.forEach(require); console.log(Object.keys(require.cache).join("\\n"))`;
  return execFileSync(process.execPath, ["--eval", script], { encoding: "utf8" }).trimEnd().split("\n");
}

test("what hosts serve loads nothing that is for programs", () => {
  const forPrograms = /node_modules[\\/]@pulumi[\\/]|dist[\\/]program[\\/]/;
  expect(loadedWith("index").filter((file) => forPrograms.test(file))).not.toEqual([]);
  const served = loadedWith("data/index", "resources/index");
  expect(served).toContain(path.join(root, "provider/dist/data/image/source.js"));
  expect(served.filter((file) => forPrograms.test(file))).toEqual([]);
});

test("no file is called by what it is not about", () => {
  const vague = ["provider", "emulator", "tools", "bench"].flatMap(sources).map((file) => path.basename(file));
  expect(vague.filter((name) => /^(utils?|helpers?|common|types|misc)\./.test(name))).toEqual([]);
});
