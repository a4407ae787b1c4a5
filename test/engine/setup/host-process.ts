import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { findDescendants, findPulumiProcess, isRunning } from "../../../lab/processes";

/** Resolves once `condition` holds. */
export async function waitUntil(condition: () => boolean, everyMs = 20): Promise<void> {
  for (const end = Date.now() + 60_000; !condition();) {
    if (Date.now() > end) {
      throw new Error(`not within a minute: ${condition.toString()}`);
    }
    await sleep(everyMs);
  }
}

/**
 * Sends a signal to the one engine that runs on behalf of this process; returns what it may leave behind, except Pulumi's
 * own hosts of languages, which look for their engine every five minutes only.
 */
export function signalEngine(signal: NodeJS.Signals): Orphans {
  const engine = findPulumiProcess("engine");
  const orphans = new Orphans(findDescendants(engine).filter((id) => !/pulumi-language-/.test(readCommand(id))));
  process.kill(engine, signal);
  return orphans;
}

/** Ends the engine as a power cut would. */
export function killEngine(): Orphans {
  return signalEngine("SIGKILL");
}

function readCommand(id: number): string {
  return execFileSync("ps", ["-o", "args=", "-p", String(id)], { encoding: "utf8" });
}

/** The processes of an engine that is going: its hosts, with their launchers. */
export class Orphans {
  constructor(readonly ids: readonly number[]) {}

  get running(): number[] {
    return this.ids.filter(isRunning);
  }

  /** Resolves once all of them have ended by themselves. */
  async waitForEnd(): Promise<void> {
    expect(this.ids).not.toEqual([]);
    await waitUntil(() => this.running.length === 0, 200);
  }
}
