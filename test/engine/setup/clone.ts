import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { engineEnvironment } from "../../../tools/engine";
import { engine } from "./engine";
import { paste, type Surroundings } from "./shell";

const root = path.resolve(__dirname, "../../..");
const languageHost = "pulumi-language-nodejs";

/** Whose machine it is: a newcomer's, or that of somebody who is logged in to a backend of Pulumi. */
type User = "newcomer" | "logged in";

/** A folder that looks like a clone in which the packages are installed and built. */
export class Clone {
  private constructor(
    private readonly folder: string,
    private readonly surroundings: Omit<Surroundings, "cwd">,
  ) {}

  static async use(user: User, body: (clone: Clone) => Promise<void>): Promise<void> {
    const work = path.join(root, ".work/tests");
    await mkdir(work, { recursive: true });
    const folder = await mkdtemp(path.join(work, "clone-"));
    try {
      const links = ["emulator", "node_modules", "package.json", "provider"];
      await Promise.all(links.map((name) => symlink(path.join(root, name), path.join(folder, name))));
      await cp(path.join(root, "examples"), path.join(folder, "examples"), { recursive: true });
      const env = environmentOf(user, path.join(folder, "state"));
      await body(new Clone(folder, { env, folders: await hostsIn(folder) }));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** Pastes a script into a terminal in that folder of the clone; answers what it printed. */
  async paste(script: string, below = "."): Promise<string> {
    return paste(script, { ...this.surroundings, cwd: path.join(this.folder, below) });
  }

  /** The place of a file or a folder. */
  at(...names: string[]): string {
    return path.join(this.folder, ...names);
  }
}

/** Nothing is set that this package reads; backend and passphrase only for those who are logged in. */
export function environmentOf(user: User, stateFolder: string): NodeJS.ProcessEnv {
  // The hosts of languages may be found on PATH.
  const env = { ...engineEnvironment({ stateFolder }), PULUMI_IGNORE_AMBIENT_PLUGINS: "false" };
  const login = user === "logged in" ? {} : { PULUMI_BACKEND_URL: undefined, PULUMI_CONFIG_PASSPHRASE: undefined };
  const own = Object.keys(process.env).filter((name) => name.startsWith("EDGECLOUD_"));
  return { ...env, ...login, ...Object.fromEntries(own.map((name) => [name, undefined])) };
}

/** Where the engine finds what runs programs and plugins of Node.js. */
export async function hostsIn(folder: string): Promise<string[]> {
  if (existsSync(path.join(engine.root, "bin", languageHost))) {
    return [];
  }
  const bin = path.join(folder, "bin");
  await mkdir(bin);
  await symlink(path.join(__dirname, "node-language-host.js"), path.join(bin, languageHost));
  return [bin];
}
