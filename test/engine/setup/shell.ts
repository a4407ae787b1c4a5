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
  /** Beside the variables of the tests themselves; `pulumi` is on the PATH in any case. */
  env: Record<string, string>;
  /** The options that the shell of a pipeline is started with. */
  options?: readonly string[];
}

/** Runs a script in a shell that has no terminal and nothing to read. */
export function runScript(script: string, { cwd, env, options = ["-e"] }: Surroundings): Promise<Ended> {
  const searched = [path.join(engine.root, "bin"), process.env.PATH].join(path.delimiter);
  return new Promise((resolve, reject) => {
    const shell = spawn("bash", [...options, "-c", script], {
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
    shell.on("close", (code) => resolve({ code: code ?? -1, stdout: plain(stdout), output: plain(output) }));
  });
}
