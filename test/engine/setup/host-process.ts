import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, pulumiProcess } from "../../../tools/torture";

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
  process.kill(pulumiProcess("host"), "SIGKILL");
}

/** Ends the one engine that runs on behalf of this process; resolves once its host has ended by itself. */
export async function killEngine(): Promise<void> {
  const host = pulumiProcess("host");
  process.kill(pulumiProcess("engine"), "SIGKILL");
  await until(() => !isRunning(host));
}
