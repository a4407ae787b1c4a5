import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves once `condition` holds. */
export async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition();) {
    if (Date.now() > end) {
      throw new Error(`not within a minute: ${condition.toString()}`);
    }
    await sleep(20);
  }
}

/** Ends the one host for dynamic providers that runs on behalf of this process, as a power cut would. */
export function killHost(): void {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  const all = text.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
  const isOurs = (pid: number): boolean => {
    const parent = all.find((candidate) => candidate.pid === pid)?.parent;
    return parent !== undefined && (parent === process.pid || isOurs(parent));
  };
  const hosts = all.filter(({ pid, command }) => /^\S*node\S* .*dynamic-provider/.test(command) && isOurs(pid));
  if (hosts.length !== 1) {
    throw new Error(`expected one host, found ${JSON.stringify(hosts)}`);
  }
  process.kill(hosts[0]!.pid, "SIGKILL");
}
