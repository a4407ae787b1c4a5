import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { create } from "tar";

const PLUGIN = "pulumi-resource-edgecloud";

/** The file that Pulumi starts, by its own names of systems. */
const LAUNCHERS = { darwin: PLUGIN, linux: PLUGIN, windows: `${PLUGIN}.cmd` };

/** Not packed: Pulumi reads these only where a project names the plugin's folder, and starts an installed one directly. */
const FOLDER_ONLY = ["PulumiPlugin.yaml", "package.json"];

const ARCHITECTURES = ["amd64", "arm64"];

/** The date that npm gives to the files of packages. */
const DATE = new Date("1985-10-26T08:15:00Z");

/**
 * Packs the built plugin for `pulumi plugin install`: an archive for each platform that Pulumi knows, and a file with
 * their checksums. The same files give the same bytes. Returns the names of the files.
 */
export function packPlugin({ source, target }: { source: string; target: string }): string[] {
  const { version } = JSON.parse(fs.readFileSync(path.join(source, "schema.json"), "utf8")) as { version: string };
  fs.mkdirSync(target, { recursive: true });
  const archives = Object.entries(LAUNCHERS).flatMap(([system, launcher]) =>
    ARCHITECTURES.map((architecture) => {
      const name = `${PLUGIN}-v${version}-${system}-${architecture}.tar.gz`;
      packArchive(source, launcher, path.join(target, name));
      return name;
    }),
  );
  const checksums = `${PLUGIN}-v${version}-checksums.txt`;
  const lines = archives.map((name) => `${hashFile(path.join(target, name))}  ${name}\n`);
  fs.writeFileSync(path.join(target, checksums), lines.join(""));
  return [...archives, checksums];
}

/** Takes only names and contents of the files, so that every machine packs the same archive. */
function packArchive(source: string, launcher: string, file: string): void {
  const left = [...Object.values(LAUNCHERS).filter((name) => name !== launcher), ...FOLDER_ONLY];
  const names = fs.readdirSync(source).filter((name) => !left.includes(name));
  create(
    {
      cwd: source,
      file,
      sync: true,
      gzip: true,
      portable: true,
      mtime: DATE,
      onWriteEntry: ({ path: name, stat }) => {
        if (stat) {
          stat.mode = name === launcher ? 0o755 : 0o644;
        }
      },
    },
    names.toSorted(),
  );
}

function hashFile(file: string): string {
  return createHash("sha256").update(fs.readFileSync(file)).digest("hex");
}
