import { execFileSync } from "node:child_process";

/** A process as `ps` shows it. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  readonly command: string;
}

/** How the command lines of Pulumi's processes begin. */
const COMMANDS = {
  host: /^\S*node\S* .*(dynamic-provider|plugin[\\/]index\.js)/,
  engine: /^\S*[\\/]pulumi(\.exe)? /,
};

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
    .filter(({ pid, command }) => COMMANDS[kind].test(command) && isDescendant(all, pid, ancestor))
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
  return /dynamic-provider|pulumi-resource-pulumi-nodejs/.test(command);
}

export function countHosts(processes: readonly Process[]): number {
  return processes.filter(({ command }) => COMMANDS.host.test(command)).length;
}

export function isRunning(pid: number): boolean {
  return listProcesses().some((candidate) => candidate.pid === pid);
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
