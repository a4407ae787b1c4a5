import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./paths";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

const LINE = "-".repeat(80);

/**
 * Writes what the licenses of the packages in a bundle ask for: the name, version, license and its text of each.
 * @param inputs The files in the bundle, relative to the repository.
 */
export function writeNotices(inputs: readonly string[]): string {
  const folders = inputs.flatMap((file) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  const notices = new Set(folders.map((folder) => writeNotice(path.join(ROOT, folder))));
  return ["The code beside this file contains these packages.", ...[...notices].toSorted()].join("\n\n");
}

function writeNotice(folder: string): string {
  const { name, version, license } = JSON.parse(read(folder, "package.json")) as Manifest;
  const text = readLicenses(folder);
  if (!license || !text) {
    throw new Error(`${folder} has no license, or no text of it: see whether its code may be in a bundle`);
  }
  return `${LINE}\n${name} ${version}, ${license}\n${LINE}\n\n${text}\n`;
}

/** The texts of files such as LICENSE and NOTICE. Where a package has none, it is a section of its README. */
function readLicenses(folder: string): string | undefined {
  const files = fs.readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)\b/i.test(file));
  return files.length > 0
    ? files.map((file) => read(folder, file).trim()).join("\n\n")
    : /^License\n-+\n+([^]+)/m.exec(read(folder, "README.md"))?.[1]?.trim();
}

function read(folder: string, name: string): string {
  return fs.readFileSync(path.join(folder, name), "utf8");
}
