import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../../documents/pages";
import { environmentOf, hostsIn } from "./clone";
import { paste } from "./shell";

type Manifest = Record<"dependencies" | "devDependencies" | "bin", Record<string, string> | undefined>;

/** A copy of an example away from this repository, in which what its `package.json` names is installed, and nothing else. */
export class ExampleCopy {
  private constructor(
    private readonly folder: string,
    private readonly surroundings: { env: NodeJS.ProcessEnv; folders: string[] },
  ) {}

  /** On the machine of somebody who is logged in to a backend of Pulumi. */
  static async use(name: string, body: (copy: ExampleCopy) => Promise<void>): Promise<void> {
    const outside = mkdtempSync(path.join(realpathSync(tmpdir()), "example-"));
    try {
      const folder = path.join(outside, name);
      cpSync(path.join(root, "examples", name), folder, { recursive: true });
      install(folder);
      const env = environmentOf("logged in", path.join(outside, "state"));
      await body(new ExampleCopy(folder, { env, folders: await hostsIn(outside) }));
    } finally {
      rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** Pastes a script into a terminal in the copy; answers what it printed. */
  paste(script: string): Promise<string> {
    return paste(script, { ...this.surroundings, cwd: this.folder });
  }

  /** The place of a file. */
  at(name: string): string {
    return path.join(this.folder, name);
  }

  async json(name: string): Promise<unknown> {
    return JSON.parse(await readFile(this.at(name), "utf8"));
  }
}

/** Links what npm would install, with its commands. */
function install(folder: string): void {
  const { dependencies, devDependencies } = manifestIn(folder);
  const modules = path.join(folder, "node_modules");
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const installed = path.join(root, "node_modules", name);
    link(installed, path.join(modules, name));
    const commands = Object.entries(manifestIn(installed).bin ?? {});
    commands.forEach(([command, file]) => link(path.join(installed, file), path.join(modules, ".bin", command)));
  }
}

function link(target: string, place: string): void {
  if (!existsSync(place)) {
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(target, place);
  }
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
}
