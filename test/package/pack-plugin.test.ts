import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { symlinkSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { list } from "tar";
import { packPlugin } from "../../tools/pack-plugin";

const root = path.resolve(__dirname, "../..");
const plugin = path.join(root, "provider/plugin");
const { version } = JSON.parse(readFileSync(path.join(root, "provider/package.json"), "utf8")) as { version: string };
const name = "pulumi-resource-edgecloud";

const folder = mkdtempSync(path.join(tmpdir(), "pack-plugin-"));
const target = path.join(folder, "packed");
const files = packPlugin({ source: plugin, target });

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** The checksums of all files in a folder, by name. */
const contents = (of: string) => Object.fromEntries(readdirSync(of).map((file) => [file, sha256(path.join(of, file))]));

/** The entries of an archive with their permissions, as a tar program sees them. */
function entries(file: string): Record<string, string | undefined> {
  const found: Record<string, string | undefined> = {};
  list({ file, sync: true, onReadEntry: ({ path, mode }) => (found[path] = mode?.toString(8)) });
  return found;
}

test.each([
  ["linux", name],
  ["darwin", name],
  ["windows", `${name}.cmd`],
])("the archives for %s have the plugin at the top, and %s can be executed", (system, launcher) => {
  for (const architecture of ["amd64", "arm64"]) {
    const archive = path.join(target, `${name}-v${version}-${system}-${architecture}.tar.gz`);
    const others = { LICENSE: "644", "THIRD-PARTY-NOTICES.txt": "644", "index.js": "644", "schema.json": "644" };
    expect(entries(archive)).toEqual({ ...others, [launcher]: "755" });
  }
});

test("the checksums are those of the archives", () => {
  const archives = files.filter((file) => file.endsWith(".tar.gz"));
  expect(archives).toHaveLength(6);
  const checksums = `${name}-v${version}-checksums.txt`;
  expect(readdirSync(target).sort()).toEqual([...archives, checksums].sort());
  const lines = archives.map((archive) => `${sha256(path.join(target, archive))}  ${archive}\n`);
  expect(readFileSync(path.join(target, checksums), "utf8")).toBe(lines.join(""));
});

test("the same files give the same bytes, whatever their dates and permissions", () => {
  const copy = path.join(folder, "copy");
  cpSync(plugin, copy, { recursive: true });
  for (const file of readdirSync(copy)) {
    utimesSync(path.join(copy, file), 0, 1_000_000);
    chmodSync(path.join(copy, file), 0o600);
  }
  const again = path.join(folder, "again");
  packPlugin({ source: copy, target: again });
  expect(contents(again)).toEqual(contents(target));
});

const unpacked = path.join(folder, "unpacked");
mkdirSync(unpacked);
execFileSync("tar", ["-xzf", path.join(target, `${name}-v${version}-linux-amd64.tar.gz`), "-C", unpacked]);

/** Starts the plugin as that file, in that folder, and returns the first that it prints. */
async function startedAs(command: string, cwd: string, argv0?: string): Promise<string> {
  const args = argv0 === undefined ? ["127.0.0.1:1"] : [argv0, "127.0.0.1:1"];
  const plugin = spawn(command, args, { cwd, detached: true });
  try {
    const [said] = (await Promise.race([once(plugin.stdout, "data"), once(plugin.stderr, "data")])) as [Buffer];
    return said.toString();
  } finally {
    process.kill(-plugin.pid!, "SIGKILL");
  }
}

test("the launcher follows a link to itself, relative and absolute, and links to links", async () => {
  const bin = path.join(folder, "a folder");
  mkdirSync(bin);
  symlinkSync(path.join(unpacked, name), path.join(bin, "absolute"));
  symlinkSync(path.join("..", "unpacked", name), path.join(bin, "relative"));
  symlinkSync("relative", path.join(bin, "first"));
  symlinkSync(path.join(bin, "first"), path.join(bin, "second"));
  symlinkSync(unpacked, path.join(bin, "linked"));
  for (const link of ["absolute", "relative", "first", "second", path.join("linked", name)]) {
    expect([link, await startedAs(path.join(bin, link), unpacked)]).toEqual([link, expect.stringMatching(/^\d+\n$/)]);
  }
  expect(await startedAs("./second", bin)).toMatch(/^\d+\n$/);
  // Without a folder in its name, as a shell starts it that is given the file.
  expect(await startedAs("sh", unpacked, name)).toMatch(/^\d+\n$/);
});

test("without Node.js, the unpacked plugin says that it needs it", () => {
  const options = { env: { PATH: unpacked }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(path.join(unpacked, name), ["127.0.0.1:1"], options);
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: "The plugin pulumi-resource-edgecloud needs Node.js 20 or newer: there is no node on PATH.\n",
  });
});
