import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ARCHIVES, installArchive } from "../../tools/engine/install";

let folder: string;
let server: Server;
let url: string;
let archive: Buffer;

/** A server with an archive of the form that Pulumi's releases have. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "engine-install-"));
  mkdirSync(path.join(folder, "pulumi"));
  writeFileSync(path.join(folder, "pulumi/pulumi"), "the engine");
  execFileSync("tar", ["-czf", "pulumi.tar.gz", "pulumi"], { cwd: folder });
  archive = readFileSync(path.join(folder, "pulumi.tar.gz"));
  server = createServer((request, response) => {
    response.writeHead(request.url === "/pulumi.tar.gz" ? 200 : 404).end(archive);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pulumi.tar.gz`;
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const root = () => path.join(folder, "versions", "3.259.0");
const hashOf = (algorithm: string) => `${algorithm}:${createHash(algorithm).update(archive).digest("hex")}`;

test.each(["sha256", "sha512"])("an archive with the published %s replaces what was there", async (name) => {
  mkdirSync(path.join(root(), "bin"), { recursive: true });
  writeFileSync(path.join(root(), "bin/old"), "");
  await installArchive({ url, checksum: hashOf(name) }, root());
  expect(readdirSync(path.join(root(), "bin"))).toEqual(["pulumi"]);
  expect(readFileSync(path.join(root(), "bin/pulumi"), "utf8")).toBe("the engine");
  expect(readdirSync(path.dirname(root()))).toEqual(["3.259.0"]);
});

test("an archive with another checksum is not unpacked, and nothing of it is left", async () => {
  const checksum = `sha256:${"0".repeat(64)}`;
  const [, actual] = hashOf("sha256").split(":");
  const refused = `the archive is not the one that was published: its sha256 is ${actual}`;
  await expect(installArchive({ url, checksum }, root())).rejects.toThrow(refused);
  expect(existsSync(root())).toBe(false);
  expect(readdirSync(path.dirname(root()))).toEqual([]);
});

test("each platform has an archive of the pinned release and a whole checksum", () => {
  const platforms = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];
  expect(Object.keys(ARCHIVES)).toEqual(platforms);
  for (const { url: address, checksum } of Object.values(ARCHIVES)) {
    expect(address).toMatch(
      /^https:\/\/github\.com\/pulumi\/pulumi\/releases\/download\/v3\.259\.0\/pulumi-v3\.259\.0-/,
    );
    expect(checksum).toMatch(/^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/);
  }
  expect(new Set(Object.values(ARCHIVES).map(({ checksum }) => checksum)).size).toBe(platforms.length);
});
