import type { Clock } from "../../../provider/api/transport/stop";

interface Sleeper {
  atMs: number;
  wake: () => void;
}

/** A clock for many jobs at once: as soon as all of them sleep, time jumps to the moment at which the first one wakes. */
export class VirtualTime implements Clock {
  /** In the order in which they wake. */
  private readonly sleepers: Sleeper[] = [];
  private nowMs = 0;
  private seed = 1;

  readonly now = () => this.nowMs;

  readonly sleep = (ms: number) =>
    new Promise<void>((wake) => {
      const atMs = this.nowMs + Math.max(ms, 0);
      const after = this.sleepers.findLastIndex((sleeper) => sleeper.atMs <= atMs);
      this.sleepers.splice(after + 1, 0, { atMs, wake });
    });

  /** Lehmer's random number generator. */
  readonly random = () => {
    this.seed = (this.seed * 48_271) % 2_147_483_647;
    return this.seed / 2_147_483_647;
  };

  /** Lets time pass until no job sleeps any more. */
  async pass(): Promise<void> {
    for (await settled(); this.sleepers.length > 0; await settled()) {
      const { atMs, wake } = this.sleepers.shift() as Sleeper;
      this.nowMs = atMs;
      wake();
    }
  }
}

/** Resolves when everything that needs no time has been done. */
function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
