import type { Clock } from "../../../provider/api/wait";

interface Sleeper {
  atMs: number;
  wake: () => void;
}

/** A clock for many at once: time passes as soon as everybody sleeps, to the moment at which the first of them wakes. */
export class VirtualTime implements Clock {
  /** In the order in which they wake. */
  private readonly sleepers: Sleeper[] = [];
  private nowMs = 0;

  /** `random` comes from this seed. */
  constructor(private seed = 1) {}

  readonly now = () => this.nowMs;

  readonly sleep = (ms: number) =>
    new Promise<void>((wake) => {
      const atMs = this.nowMs + Math.max(ms, 0);
      const after = this.sleepers.findLastIndex((sleeper) => sleeper.atMs <= atMs);
      this.sleepers.splice(after + 1, 0, { atMs, wake });
    });

  /** The generator of Lehmer. */
  readonly random = () => {
    this.seed = (this.seed * 48_271) % 2_147_483_647;
    return this.seed / 2_147_483_647;
  };

  /** Lets time pass until nobody sleeps any more. */
  async pass(): Promise<void> {
    for (await settled(); this.sleepers.length > 0; await settled()) {
      const { atMs, wake } = this.sleepers.shift() as Sleeper;
      this.nowMs = atMs;
      wake();
    }
  }
}

/** Everything that needs no time has been done. */
function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
