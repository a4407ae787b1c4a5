import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "../..");
const work = path.join(root, ".work/tests");

/** A workspace as `npm publish` would send it. */
export interface Packed {
  /** The tarball. */
  file: string;
  /** What is in it, as paths from the package's root. */
  files: string[];
  /** Bytes of the tarball. */
  size: number;
  /** Bytes of what is in it. */
  unpackedSize: number;
}

/** Packs a workspace, as the README says, into a folder of its own. */
export function pack(workspace: string): Packed {
  mkdirSync(work, { recursive: true });
  const folder = mkdtempSync(path.join(work, "package-"));
  const args = ["pack", "--workspace", workspace, "--json", "--pack-destination", folder];
  const answer = execFileSync("npm", args, { cwd: root, encoding: "utf8", shell: true });
  const [{ filename, files, size, unpackedSize }] = JSON.parse(answer) as [
    { filename: string; files: { path: string }[]; size: number; unpackedSize: number },
  ];
  return { file: path.join(folder, filename), files: files.map((file) => file.path), size, unpackedSize };
}

/** Unpacks a tarball as `npm install` would, into a project of its own; its dependencies are those of the repository. */
export function unpack({ file }: Packed, name: string): { project: string; folder: string } {
  const project = path.dirname(file);
  const folder = path.join(project, "node_modules", name);
  execFileSync("tar", ["-xzf", path.basename(file)], { cwd: project });
  mkdirSync(path.join(project, "node_modules"));
  renameSync(path.join(project, "package"), folder);
  return { project, folder };
}
