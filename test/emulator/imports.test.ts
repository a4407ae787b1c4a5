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

/** An import cycle from a file back to itself; undefined if there is none. */
function circle(from: string): string[] | undefined {
  const seen = new Set<string>();
  const walk = (file: string, way: string[]): string[] | undefined => {
    for (const next of graph.get(file) ?? []) {
      if (next === from) {
        return [...way, next];
      }
      if (seen.has(next)) {
        continue;
      }
      seen.add(next);
      const found = walk(next, [...way, next]);
      if (found) {
        return found;
      }
    }
    return undefined;
  };
  return walk(from, [from]);
}

it("no file of the emulator is part of an import cycle", () => {
  expect(files.length).toBeGreaterThan(80);
  expect([...graph.values()].flat().filter((file) => !graph.has(file))).toEqual([]);
  expect(files.flatMap((file) => [circle(file)?.join(" > ")].filter((way) => way !== undefined))).toEqual([]);
});

it("no general part of the emulator imports a product's code", () => {
  const general = files.filter((file) => /^(http|faults|control)[\\/]/.test(file));
  const known = general.flatMap((file) => importsOf(file).map((name) => `${file} > ${name}`));
  expect(known.filter((line) => / > (cdn|cloud|streaming|analytics)[\\/]/.test(line))).toEqual([]);
});
