import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { create } from "tar";

interface Lock {
  packages: Record<string, { name?: string; link?: boolean }>;
}

/**
 * A registry of what `npm ci` has installed in some folders, on loopback: npm, pnpm and yarn install from it as from any
 * other, the same versions each time and without a network.
 */
export class LocalRegistry {
  private readonly packed = mkdtempSync(path.join(tmpdir(), "registry-"));
  private readonly tarballs = new Map<string, Promise<Buffer>>();

  private constructor(
    private readonly folders: Map<string, Map<string, string>>,
    private readonly server: Server,
  ) {
    server.on("request", ({ url = "/" }, response: ServerResponse) => void this.answer(url, response));
  }

  /** @param roots Folders with a lock file and what it asks for. */
  static async start(...roots: string[]): Promise<LocalRegistry> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new LocalRegistry(installedFolders(roots), server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.packed, { recursive: true, force: true });
  }

  private async answer(url: string, response: ServerResponse): Promise<void> {
    const [name = "", version] = decodeURIComponent(url.slice(1)).split("/-/");
    const versions = this.folders.get(name);
    const folder = version === undefined ? undefined : versions?.get(version);
    if (folder !== undefined) {
      response.end(await this.tarball(folder));
    } else if (versions && version === undefined) {
      response.setHeader("content-type", "application/json").end(JSON.stringify(await this.packument(name, versions)));
    } else {
      response.writeHead(404).end("{}");
    }
  }

  private async packument(name: string, versions: Map<string, string>): Promise<object> {
    const described = [...versions].map(async ([version, folder]) => {
      const tarball = await this.tarball(folder);
      const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
      const dist = { tarball: `${this.url}${name}/-/${version}`, integrity };
      return [version, { ...(readJson(path.join(folder, "package.json")) as object), dist }] as const;
    });
    const newest = [...versions.keys()].sort((a, b) => b.localeCompare(a, undefined, { numeric: true }))[0];
    return { name, "dist-tags": { latest: newest }, versions: Object.fromEntries(await Promise.all(described)) };
  }

  private tarball(folder: string): Promise<Buffer> {
    const known = this.tarballs.get(folder) ?? this.pack(folder);
    this.tarballs.set(folder, known);
    return known;
  }

  private async pack(folder: string): Promise<Buffer> {
    const file = path.join(this.packed, `${this.tarballs.size}.tgz`);
    const filter = (entry: string) => !/^(\.\/)?node_modules(\/|$)/.test(entry);
    // The packages stay on this machine: they need no compression.
    await create({ file, cwd: folder, prefix: "package", portable: true, gzip: { level: 0 }, filter }, ["."]);
    return readFileSync(file);
  }
}

/** The folders of all installed packages, by name and version. */
function installedFolders(roots: string[]): Map<string, Map<string, string>> {
  const folders = new Map<string, Map<string, string>>();
  for (const root of roots) {
    const { packages } = readJson(path.join(root, "package-lock.json")) as Lock;
    for (const [place, { name = place.split("node_modules/").pop() ?? "", link }] of Object.entries(packages)) {
      const folder = path.join(root, place);
      if (place.includes("node_modules/") && !link && existsSync(folder)) {
        const { version } = readJson(path.join(folder, "package.json")) as { version: string };
        folders.set(name, (folders.get(name) ?? new Map<string, string>()).set(version, folder));
      }
    }
  }
  return folders;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
