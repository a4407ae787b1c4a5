import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { engineEnvironment, ensureEngine } from "../../tools/engine";
import { root } from "../documents/pages";
import { countCalls } from "../engine/setup/counted-engine";
import type { Packed } from "./packed";

/** A folder that looks like a clone in which the packages are packed, with room for projects beside it. */
export class Clone {
  private readonly outside = mkdtempSync(path.join(realpathSync(tmpdir()), "clone-"));

  private constructor(private readonly environment: NodeJS.ProcessEnv) {}

  /** @param registry From where npm installs what the packages depend on. */
  static async make(packages: Packed[], registry: string): Promise<Clone> {
    const engine = countCalls(await ensureEngine(), "counted-engine");
    const clone = new Clone(cleanEnvironment());
    const bin = clone.beside("bin");
    mkdirSync(bin);
    symlinkSync(path.join(root, "test/engine/setup/node-language-host.js"), path.join(bin, "pulumi-language-nodejs"));
    Object.assign(clone.environment, engineEnvironment({ stateFolder: clone.beside("state") }), {
      PULUMI_IGNORE_AMBIENT_PLUGINS: "false",
      PATH: [bin, path.join(engine.root, "bin"), process.env.PATH].join(path.delimiter),
      npm_config_registry: registry,
      npm_config_cache: clone.beside("cache"),
      npm_config_audit: "false",
    });
    cpSync(path.join(root, "examples"), clone.beside("clone/examples"), { recursive: true });
    packages.forEach(({ file }) => cpSync(file, clone.beside("clone", path.basename(file))));
    return clone;
  }

  /** A place beside the clone. */
  beside(...names: string[]): string {
    return path.join(this.outside, ...names);
  }

  /** Pastes a script into a terminal in the clone; answers what it printed. One that fails is a failure of the test. */
  async paste(script: string): Promise<string> {
    const options = { cwd: this.beside("clone"), env: this.environment };
    const { stdout } = await promisify(execFile)("bash", ["-e", "-o", "pipefail", "-c", script], options).catch(
      (error: Error & { stdout: string; stderr: string }) => {
        throw new Error(`${error.message}\n${error.stdout}${error.stderr}`);
      },
    );
    return stdout;
  }

  remove(): void {
    rmSync(this.outside, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Neither this run of the tests nor the user's own settings may affect a project. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|JEST_|EDGECLOUD_|PULUMI_)/.test(name));
  return Object.fromEntries(own);
}
