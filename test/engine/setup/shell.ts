import { spawn } from "node:child_process";
import path from "node:path";
import { stripVTControlCharacters as plain } from "node:util";
import { engine } from "./engine";

/** How a script ended. */
export interface Ended {
  code: number;
  stdout: string;
  /** Both streams, in the order in which they were written. */
  output: string;
}

/** What a script finds around it. */
export interface Surroundings {
  cwd: string;
  /** Beside the variables of the tests themselves, in their place, or `undefined` to leave one out. */
  env: NodeJS.ProcessEnv;
  /** Where programs are looked for, before the PATH; `pulumi` is found in any case. */
  folders?: readonly string[];
  /** The options that the shell of a pipeline is started with. */
  options?: readonly string[];
  /** Bash, unless a pipeline also has to work in another one. */
  shell?: "bash" | "sh";
}

/** Runs a script in a shell that has no terminal and nothing to read. What it leaves running ends with it. */
export function runScript(script: string, surroundings: Surroundings): Promise<Ended> {
  const { cwd, env, folders = [], options = ["-e"], shell: name = "bash" } = surroundings;
  const searched = [path.join(engine.root, "bin"), ...folders, process.env.PATH].join(path.delimiter);
  return new Promise((resolve, reject) => {
    const shell = spawn(name, [...options, "-c", script], {
      cwd,
      // What a developer has set for a company's network is not part of any example.
      env: { ...process.env, NODE_EXTRA_CA_CERTS: "", ...env, PATH: searched },
      stdio: ["ignore", "pipe", "pipe"],
      // A session of its own has no terminal, even where the tests have one.
      detached: true,
    });
    let stdout = "";
    let output = "";
    shell.stdout.on("data", (part: Buffer) => (stdout += part.toString()));
    [shell.stdout, shell.stderr].forEach((stream) => stream.on("data", (part: Buffer) => (output += part.toString())));
    shell.on("error", reject);
    shell.on("exit", () => endGroup(shell.pid!));
    shell.on("close", (code) => resolve({ code: code ?? -1, stdout: plain(stdout), output: plain(output) }));
  });
}

function endGroup(id: number): void {
  try {
    process.kill(-id, "SIGKILL");
  } catch {
    // Nothing was left.
  }
}

/** Runs a script up to the first command that fails, as a user would paste it; answers what it printed. */
export async function paste(script: string, surroundings: Surroundings): Promise<string> {
  const { code, output } = await runScript(script, { ...surroundings, options: ["-e", "-o", "pipefail"] });
  if (code !== 0) {
    throw new Error(`exit code ${code}:\n${output}`);
  }
  return output;
}
