import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(__dirname, "../../emulator/src");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

/** The own files that a file imports, for values or for types. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const found = [...text.matchAll(/ from "(\.[^"]+)";/g)].map(([, name = ""]) => name);
  return found.map((name) => `${path.join(path.dirname(file), name)}.ts`);
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** The files that remain when those are left out that import none of them, or that none of them imports. */
function findCircles(files: string[]): string[] {
  const imported = new Set(files.flatMap((file) => graph.get(file) ?? []));
  const left = files.filter((file) => imported.has(file) && graph.get(file)?.some((name) => files.includes(name)));
  return left.length < files.length ? findCircles(left) : left;
}

it("no file of the emulator is part of an import cycle", () => {
  expect(files.length).toBeGreaterThan(80);
  expect([...graph.values()].flat().filter((file) => !graph.has(file))).toEqual([]);
  expect(findCircles(files)).toEqual([]);
});

it("no general part of the emulator imports a product's code", () => {
  const general = files.filter((file) => /^(http|faults|control)[\\/]/.test(file));
  const known = general.flatMap((file) => importsOf(file).map((name) => `${file} > ${name}`));
  expect(known.filter((line) => / > (cdn|cloud|streaming|analytics)[\\/]/.test(line))).toEqual([]);
});
