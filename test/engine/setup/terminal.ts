import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters as plain } from "node:util";
import { endChild } from "../../../lab/processes";
import { engine } from "./engine";

const script = spawnSync("script", ["--version"], { encoding: "utf8" });

/** Whether this machine has what opens a terminal: `script` of util-linux. */
export const opensTerminals = script.status === 0 && script.stdout.includes("util-linux");

/** A `pulumi` command in a terminal of its own. */
export class Terminal {
  /** The exit code of the command. */
  readonly ended: Promise<number>;
  private readonly child: ChildProcess;
  private drawn = "";

  constructor(
    args: readonly string[],
    columns: number,
    private readonly cwd: string,
    env: NodeJS.ProcessEnv,
    folders: readonly string[],
  ) {
    const command = `tty > tty && stty rows 24 cols ${columns} && exec pulumi ${args.join(" ")}`;
    const searched = [path.join(engine.root, "bin"), ...folders, process.env.PATH].join(path.delimiter);
    const child = spawn("script", ["--quiet", "--return", "--flush", "--command", command, "/dev/null"], {
      cwd,
      // In a pipeline, Pulumi does not draw, even if there is a terminal.
      env: {
        ...process.env,
        ...env,
        PATH: searched,
        SHELL: "/bin/sh",
        TERM: "xterm",
        PULUMI_DISABLE_CI_DETECTION: "1",
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.child = child;
    child.stdout.on("data", (part: Buffer) => (this.drawn += part.toString()));
    this.ended = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve(code ?? -1));
    });
  }

  /** All rows that have been drawn, in that order and without colours. */
  get rows(): string[] {
    const rows = plain(this.drawn).split(/[\r\n]+/);
    return rows.map((row) => row.trimEnd());
  }

  /** Changes the width, as a user does by dragging the edge of the window. */
  resize(columns: number): void {
    const device = readFileSync(path.join(this.cwd, "tty"), "utf8").trim();
    execFileSync("stty", ["-F", device, "cols", String(columns)]);
  }

  /** Closes the terminal, which ends a command that is still running. */
  close(): Promise<void> {
    return endChild(this.child, "SIGKILL");
  }
}
