import { readdirSync, readFileSync } from "node:fs";
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

test.each(["provider", "emulator", "tools"])("the median file of %s has under 100 lines", (folder) => {
  const lines = sources(folder).map((file) => readFileSync(path.join(root, file), "utf8").split("\n").length);
  const sorted = lines.sort((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(100);
});

test("every resource folder has the same files", () => {
  const expected = ["args.ts", "canonical.ts", "check.ts", "handler.ts", "resource.ts", "schema.ts", "traits.ts", "wire.ts"];
  const resources = readdirSync(path.join(root, "provider/resources"));
  expect(resources).toContain("origin-group");
  for (const resource of resources) {
    expect(readdirSync(path.join(root, "provider/resources", resource))).toEqual(expect.arrayContaining(expected));
  }
});

test("no file is called by what it is not about", () => {
  const vague = ["provider", "emulator", "tools", "bench"].flatMap(sources).map((file) => path.basename(file));
  expect(vague.filter((name) => /^(utils?|helpers?|common|types|misc)\./.test(name))).toEqual([]);
});
