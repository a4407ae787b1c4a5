import { type ChildProcess, type ChildProcessByStdio, execFileSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** A process as `ps` shows it. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  readonly command: string;
}

/** What Node.js runs as a host. */
const HOSTS = { dynamic: /dynamic-provider/, plugin: /plugin[\\/]index\.js/ };

/** Tell Pulumi's processes by their command lines. */
const COMMANDS = {
  host: isHost,
  engine: (command: string) => /^\S*[\\/]pulumi(\.exe)? /.test(command),
};

/** Whether a command line is that of a host: Pulumi's for dynamic providers, or the plugin. */
export function isHost(command: string): boolean {
  return /^\S*node\S* /.test(command) && Object.values(HOSTS).some((script) => script.test(command));
}

/** Finds the one process of that kind among those that `ancestor`, by default this process, has started. */
export function findPulumiProcess(kind: "host" | "engine", ancestor: number = process.pid): number {
  const [only, ...others] = findPulumiProcesses(kind, ancestor);
  if (only === undefined || others.length > 0) {
    throw new Error(`expected one ${kind}, found ${others.length > 0 ? others.length + 1 : "none"}`);
  }
  return only;
}

/** Finds all processes of that kind that `ancestor` has started, directly or not. */
export function findPulumiProcesses(kind: "host" | "engine", ancestor: number): number[] {
  const all = listProcesses();
  return all
    .filter(({ pid, command }) => COMMANDS[kind](command) && isDescendant(all, pid, ancestor))
    .map(({ pid }) => pid);
}

/** Finds all processes that `ancestor` has started, directly or not. */
export function findDescendants(ancestor: number): number[] {
  const all = listProcesses();
  return all.filter(({ pid }) => isDescendant(all, pid, ancestor)).map(({ pid }) => pid);
}

/**
 * Finds all processes of the session that `leader` began, and those that it has started. By the session a process is
 * found even if its parent has ended; not every system shows sessions.
 */
export function findSession(leader: number): Process[] {
  const all = listProcesses();
  return all.filter(({ pid, session }) => session === leader || pid === leader || isDescendant(all, pid, leader));
}

/** Whether it is Pulumi's host for dynamic providers, or the shell that has started it. */
export function isDynamicHost({ command }: Process): boolean {
  return HOSTS.dynamic.test(command) || command.includes("pulumi-resource-pulumi-nodejs");
}

export function countHosts(processes: readonly Process[]): number {
  return processes.filter(({ command }) => isHost(command)).length;
}

export function isRunning(pid: number): boolean {
  return listProcesses().some((candidate) => candidate.pid === pid);
}

/** The most memory of a process so far; undefined if it has ended, or where there is no `/proc`. */
export function readPeakMegabytes(pid: number): number | undefined {
  // VmHWM is the peak; kernels without it have the present size.
  const kilobytes = /^(?:VmHWM|VmRSS):\s+(\d+)/m.exec(readProcessFile(pid, "status") ?? "")?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Reads a file of `/proc/PID`; undefined if the process has ended, or where there is no `/proc`. */
export function readProcessFile(pid: number, name: string): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return undefined;
  }
}

/** Kills a process that may have ended by itself since it was found. */
export function killIfRunning(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") {
      throw error;
    }
  }
}

/** Ends a child, unless it has ended by itself, and waits for that. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, "exit");
  }
}

/** Reads the first line that a child prints; rejects if it ends before. */
export function readFirstLine(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
    // Unlike `exit`, it comes after all that was printed.
    child.once("close", (code, signal) => {
      const command = child.spawnargs.join(" ");
      reject(new Error(`${command} has ended (${signal ?? `exit code ${code}`}) before it printed a line`));
    });
  });
}

/** Lists all processes but zombies (Z): those have ended. */
function listProcesses(): Process[] {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,sess=,stat=,args="], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, session, command = ""] = /^ *(\d+) +(\d+) +(\S+) +[^Z\s]\S* +(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), session: Number(session), command }] : [];
  });
}

function isDescendant(all: readonly Process[], pid: number, ancestor: number): boolean {
  const parent = all.find((candidate) => candidate.pid === pid)?.parent;
  return parent !== undefined && (parent === ancestor || isDescendant(all, parent, ancestor));
}
