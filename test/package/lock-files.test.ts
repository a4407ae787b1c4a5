import { readFileSync } from "node:fs";
import path from "node:path";

interface Entry {
  integrity?: string;
  resolved?: string;
  link?: true;
}

const root = path.resolve(__dirname, "../..");

/** The packages of a lock file that come from a registry, each with its place; those of the workspace do not. */
function packagesIn(file: string): [string, Entry][] {
  const { packages } = JSON.parse(readFileSync(path.join(root, file), "utf8")) as { packages: Record<string, Entry> };
  return Object.entries(packages).filter(([place, { link }]) => place.includes("node_modules/") && !link);
}

describe.each(["package-lock.json", "test/package/versions/package-lock.json"])("%s", (file) => {
  const packages = packagesIn(file);

  it("has a hash for every package, so that none can be exchanged", () => {
    const isHashed = ({ integrity }: Entry) => /^sha512-[\w+/]{86}==$/.test(integrity ?? "");
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, entry]) => !isHashed(entry)).map(([place]) => place)).toEqual([]);
  });

  it("names no registry", () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
